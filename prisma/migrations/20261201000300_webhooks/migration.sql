-- Webhooks: who is told of what, the messages that wait or were sent, and every attempt to send one.
-- Ids of messages are compared byte by byte.

CREATE TABLE `webhook_endpoint` (
  `webhook_id` VARCHAR(40) NOT NULL,
  `url` TEXT NOT NULL,
  `events` VARCHAR(191) NOT NULL,
  `description` VARCHAR(200) NOT NULL,
  `enabled` BOOLEAN NOT NULL,
  `disabled_reason` VARCHAR(191) NULL,
  `sealed_secret` VARCHAR(191) NOT NULL,
  `created_by` VARCHAR(191) NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `changed_at` DATETIME(3) NOT NULL,

  PRIMARY KEY (`webhook_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `webhook_delivery` (
  `webhook_id` VARCHAR(40) NOT NULL,
  `message_id` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `type` VARCHAR(32) NOT NULL,
  `body` TEXT NOT NULL,
  `status` VARCHAR(16) NOT NULL,
  `attempts` INTEGER NOT NULL,
  `step` INTEGER NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `next_attempt_at` DATETIME(3) NULL,

  INDEX `webhook_delivery_due`(`next_attempt_at`, `webhook_id`),
  INDEX `webhook_delivery_created`(`webhook_id`, `created_at`, `message_id`),
  INDEX `webhook_delivery_age`(`created_at`),
  PRIMARY KEY (`webhook_id`, `message_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `webhook_attempt` (
  `webhook_id` VARCHAR(40) NOT NULL,
  `message_id` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `number` INTEGER NOT NULL,
  `at` DATETIME(3) NOT NULL,
  `duration_ms` INTEGER NOT NULL,
  `http_status` INTEGER NULL,
  `failure` VARCHAR(32) NULL,

  PRIMARY KEY (`webhook_id`, `message_id`, `number`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;
