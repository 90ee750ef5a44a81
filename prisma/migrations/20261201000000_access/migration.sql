-- Who may come in: users, their sessions and passwords, API tokens; and the audit log. Ids are compared byte by byte.

CREATE TABLE `access_user` (
  `user_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  `email` VARCHAR(191) NOT NULL,
  `email_verified` BOOLEAN NOT NULL DEFAULT FALSE,
  `image` TEXT NULL,
  `role` VARCHAR(16) NOT NULL,
  `must_change_password` BOOLEAN NOT NULL DEFAULT FALSE,
  `disabled_at` DATETIME(3) NULL,
  `last_sign_in_at` DATETIME(3) NULL,
  `created_at` DATETIME(3) NOT NULL,
  `updated_at` DATETIME(3) NOT NULL,

  UNIQUE INDEX `access_user_email`(`email`),
  PRIMARY KEY (`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `access_session` (
  `session_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `user_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `token` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `expires_at` DATETIME(3) NOT NULL,
  `ip_address` VARCHAR(64) NULL,
  `user_agent` TEXT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `updated_at` DATETIME(3) NOT NULL,

  UNIQUE INDEX `access_session_token`(`token`),
  INDEX `access_session_user`(`user_id`),
  INDEX `access_session_expiry`(`expires_at`),
  PRIMARY KEY (`session_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `access_account` (
  `account_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `provider_account_id` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `provider_id` VARCHAR(32) NOT NULL,
  `user_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `access_token` TEXT NULL,
  `refresh_token` TEXT NULL,
  `id_token` TEXT NULL,
  `access_token_expires_at` DATETIME(3) NULL,
  `refresh_token_expires_at` DATETIME(3) NULL,
  `scope` TEXT NULL,
  `password` TEXT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `updated_at` DATETIME(3) NOT NULL,

  UNIQUE INDEX `access_account_provider`(`provider_id`, `provider_account_id`),
  INDEX `access_account_user`(`user_id`),
  PRIMARY KEY (`account_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `access_verification` (
  `verification_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `identifier` VARCHAR(191) NOT NULL,
  `value` TEXT NOT NULL,
  `expires_at` DATETIME(3) NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `updated_at` DATETIME(3) NOT NULL,

  INDEX `access_verification_identifier`(`identifier`),
  PRIMARY KEY (`verification_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `api_token` (
  `token_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  `role` VARCHAR(16) NOT NULL,
  `secret_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_by` VARCHAR(191) NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `expires_at` DATETIME(3) NOT NULL,
  `last_used_at` DATETIME(3) NULL,
  `revoked_at` DATETIME(3) NULL,

  UNIQUE INDEX `api_token_secret_hash`(`secret_hash`),
  PRIMARY KEY (`token_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

-- Append-only: rows are inserted and read. The server adds triggers that refuse anything else, where its account may.
CREATE TABLE `audit_entry` (
  `audit_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `at` DATETIME(3) NOT NULL,
  `actor_kind` VARCHAR(16) NOT NULL,
  `actor_id` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  `actor_name` VARCHAR(191) NOT NULL,
  `action` VARCHAR(48) NOT NULL,
  `outcome` VARCHAR(16) NOT NULL,
  `target` VARCHAR(191) NULL,
  `address` VARCHAR(64) NULL,
  `before_json` TEXT NULL,
  `after_json` TEXT NULL,

  INDEX `audit_entry_action`(`action`, `audit_id`),
  INDEX `audit_entry_outcome`(`outcome`, `audit_id`),
  INDEX `audit_entry_actor`(`actor_id`, `audit_id`),
  PRIMARY KEY (`audit_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;
