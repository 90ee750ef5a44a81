-- Triage: groups of runs that ended as fallbacks or failures, their history and labels; regression cases and their replays.
-- Labels and assignees are compared byte by byte.

CREATE TABLE `triage_group` (
  `group_id` VARCHAR(40) NOT NULL,
  `fingerprint` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `fingerprint_version` INTEGER NOT NULL,
  `release_outcome` VARCHAR(32) NOT NULL,
  `fallback_type` VARCHAR(48) NULL,
  `failure_code` VARCHAR(48) NULL,
  `run_state` VARCHAR(32) NOT NULL,
  `stop_reason` VARCHAR(48) NULL,
  `cause` VARCHAR(500) NOT NULL,
  `playbook` VARCHAR(191) NULL,
  `tool` VARCHAR(191) NULL,
  `tool_error_code` VARCHAR(48) NULL,
  `status` VARCHAR(16) NOT NULL,
  `assignee` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  `version` INTEGER NOT NULL,
  `history_seq` INTEGER NOT NULL,
  `run_count` INTEGER NOT NULL,
  `first_seen_at` DATETIME(3) NOT NULL,
  `last_seen_at` DATETIME(3) NOT NULL,
  `last_run_id` VARCHAR(40) NOT NULL,
  `sample_query` TEXT NOT NULL,
  `acknowledged_by` VARCHAR(191) NULL,
  `acknowledged_at` DATETIME(3) NULL,
  `resolved_by` VARCHAR(191) NULL,
  `resolved_at` DATETIME(3) NULL,
  `resolution_reason` VARCHAR(32) NULL,
  `resolution_note` TEXT NULL,
  `reopen_count` INTEGER NOT NULL,
  `reopened_at` DATETIME(3) NULL,
  `changed_by` VARCHAR(191) NULL,
  `changed_at` DATETIME(3) NULL,

  UNIQUE INDEX `triage_group_fingerprint`(`fingerprint`),
  INDEX `triage_group_seen`(`last_seen_at`, `group_id`),
  INDEX `triage_group_status`(`status`, `last_seen_at`, `group_id`),
  INDEX `triage_group_assignee`(`assignee`),
  PRIMARY KEY (`group_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `triage_label` (
  `group_id` VARCHAR(40) NOT NULL,
  `label` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

  INDEX `triage_label_label`(`label`),
  PRIMARY KEY (`group_id`, `label`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `triage_history` (
  `group_id` VARCHAR(40) NOT NULL,
  `seq` INTEGER NOT NULL,
  `at` DATETIME(3) NOT NULL,
  `actor` VARCHAR(191) NOT NULL,
  `entry_json` TEXT NOT NULL,

  PRIMARY KEY (`group_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `regression_case` (
  `case_id` VARCHAR(40) NOT NULL,
  `run_id` VARCHAR(40) NOT NULL,
  `group_id` VARCHAR(40) NULL,
  `query` TEXT NOT NULL,
  `budget_json` TEXT NOT NULL,
  `expected_json` TEXT NOT NULL,
  `observed_json` TEXT NOT NULL,
  `evidence_json` LONGTEXT NOT NULL,
  `evidence_count` INTEGER NOT NULL,
  `created_by` VARCHAR(191) NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `removed_by` VARCHAR(191) NULL,
  `removed_at` DATETIME(3) NULL,

  UNIQUE INDEX `regression_case_run`(`run_id`),
  PRIMARY KEY (`case_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `regression_replay` (
  `replay_id` VARCHAR(40) NOT NULL,
  `state` VARCHAR(16) NOT NULL,
  `running_slot` INTEGER NULL,
  `started_by` VARCHAR(191) NOT NULL,
  `started_at` DATETIME(3) NOT NULL,
  `ended_at` DATETIME(3) NULL,
  `cancelled_by` VARCHAR(191) NULL,

  UNIQUE INDEX `regression_replay_running`(`running_slot`),
  PRIMARY KEY (`replay_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `regression_replay_item` (
  `replay_id` VARCHAR(40) NOT NULL,
  `ordinal` INTEGER NOT NULL,
  `case_id` VARCHAR(40) NOT NULL,
  `session_id` VARCHAR(40) NOT NULL,
  `state` VARCHAR(16) NOT NULL,
  `expected_json` TEXT NOT NULL,
  `before_run_id` VARCHAR(40) NOT NULL,
  `before_json` TEXT NOT NULL,
  `run_id` VARCHAR(40) NULL,
  `after_json` TEXT NULL,
  `problem` VARCHAR(191) NULL,

  INDEX `regression_replay_item_case`(`case_id`, `replay_id`),
  UNIQUE INDEX `regression_replay_item_session`(`session_id`),
  PRIMARY KEY (`replay_id`, `ordinal`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

-- Runs that are still to be filed, and the runs of one group, newest last.
CREATE INDEX `diagnosis_run_triage` ON `diagnosis_run`(`triage_group_id`, `release_outcome`, `run_id`);
