-- Playbooks and documents that are edited in the console, settings that change while the server runs, and saved views.

CREATE TABLE `knowledge_entry` (
  `kind` VARCHAR(16) NOT NULL,
  `name` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `version` INTEGER NOT NULL,
  `body` MEDIUMTEXT NULL,
  `disabled` BOOLEAN NOT NULL,
  `changed_by` VARCHAR(191) NOT NULL,
  `changed_at` DATETIME(3) NOT NULL,

  PRIMARY KEY (`kind`, `name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `knowledge_version` (
  `kind` VARCHAR(16) NOT NULL,
  `name` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `version` INTEGER NOT NULL,
  `action` VARCHAR(16) NOT NULL,
  `body` MEDIUMTEXT NULL,
  `actor` VARCHAR(191) NOT NULL,
  `at` DATETIME(3) NOT NULL,

  PRIMARY KEY (`kind`, `name`, `version`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `runtime_setting` (
  `name` VARCHAR(64) NOT NULL,
  `version` INTEGER NOT NULL,
  `value_json` TEXT NOT NULL,
  `changed_by` VARCHAR(191) NOT NULL,
  `changed_at` DATETIME(3) NOT NULL,

  PRIMARY KEY (`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `saved_view` (
  `view_id` VARCHAR(40) NOT NULL,
  `owner_id` VARCHAR(64) NOT NULL,
  `owner_name` VARCHAR(191) NOT NULL,
  `name` VARCHAR(80) NOT NULL,
  `search` TEXT NOT NULL,
  `shared` BOOLEAN NOT NULL,
  `created_at` DATETIME(3) NOT NULL,

  INDEX `saved_view_owner`(`owner_id`, `view_id`),
  INDEX `saved_view_shared`(`shared`, `view_id`),
  PRIMARY KEY (`view_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

-- Which runs took a check of a playbook, newest first.
CREATE INDEX `tool_invocation_label` ON `tool_invocation`(`label`, `run_id`);
