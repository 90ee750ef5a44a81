-- The store of runs: one row per run with every axis in its own column, its events, tool records and ledger.

CREATE TABLE `diagnosis_run` (
  `run_id` VARCHAR(40) NOT NULL,
  `session_id` VARCHAR(40) NOT NULL,
  `query` TEXT NOT NULL,
  `mode` VARCHAR(16) NOT NULL,
  `model` VARCHAR(191) NOT NULL,
  `intent` VARCHAR(32) NULL,
  `phase` VARCHAR(32) NULL,
  `run_state` VARCHAR(32) NOT NULL,
  `termination_reason` TEXT NULL,
  `completed_at` DATETIME(3) NULL,
  `release_outcome` VARCHAR(32) NULL,
  `fallback_type` VARCHAR(48) NULL,
  `status` VARCHAR(16) NOT NULL,
  `collection_state` VARCHAR(32) NULL,
  `stop_reason` VARCHAR(48) NULL,
  `semantic_verdict` VARCHAR(32) NULL,
  `stream_state` VARCHAR(16) NULL,
  `cancel_reason` VARCHAR(32) NULL,
  `cancel_requested_by` VARCHAR(191) NULL,
  `cancel_requested_at` DATETIME(3) NULL,
  `receipt_json` MEDIUMTEXT NULL,
  `failure_code` VARCHAR(48) NULL,
  `failure_message` TEXT NULL,
  `conclusion` TEXT NULL,
  `answer_json` MEDIUMTEXT NULL,
  `published_result_json` MEDIUMTEXT NULL,
  `budget_json` TEXT NOT NULL,
  `budget_share` DOUBLE NOT NULL DEFAULT 0,
  `input_tokens` INTEGER NOT NULL DEFAULT 0,
  `output_tokens` INTEGER NOT NULL DEFAULT 0,
  `agent_steps` INTEGER NOT NULL DEFAULT 0,
  `tool_calls` INTEGER NOT NULL DEFAULT 0,
  `duration_ms` INTEGER NULL,
  `late_arrivals_json` MEDIUMTEXT NULL,
  `exit_record_json` TEXT NULL,
  `deadline_at` DATETIME(3) NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `termination_stored_at` DATETIME(3) NULL,
  `outcome_stored_at` DATETIME(3) NULL,
  `retired_at` DATETIME(3) NULL,
  `owner_id` VARCHAR(64) NOT NULL,
  `idempotency_key` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  `request_hash` CHAR(64) NOT NULL,

  UNIQUE INDEX `diagnosis_run_idempotency_key`(`idempotency_key`),
  INDEX `diagnosis_run_state`(`run_state`),
  INDEX `diagnosis_run_outcome`(`release_outcome`),
  INDEX `diagnosis_run_fallback`(`fallback_type`),
  INDEX `diagnosis_run_intent`(`intent`),
  INDEX `diagnosis_run_stop_reason`(`stop_reason`),
  INDEX `diagnosis_run_session`(`session_id`),
  INDEX `diagnosis_run_retired`(`retired_at`),
  PRIMARY KEY (`run_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `run_event` (
  `run_id` VARCHAR(40) NOT NULL,
  `seq` INTEGER NOT NULL,
  `kind` VARCHAR(16) NOT NULL,
  `at` DATETIME(3) NOT NULL,
  `payload_json` MEDIUMTEXT NOT NULL,

  INDEX `run_event_kind`(`run_id`, `kind`, `seq`),
  PRIMARY KEY (`run_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `tool_invocation` (
  `invocation_id` VARCHAR(40) NOT NULL,
  `run_id` VARCHAR(40) NOT NULL,
  `ordinal` INTEGER NOT NULL,
  `tool` VARCHAR(64) NOT NULL,
  `source` VARCHAR(64) NOT NULL,
  `label` VARCHAR(191) NOT NULL,
  `statement` MEDIUMTEXT NOT NULL,
  `params_json` MEDIUMTEXT NOT NULL,
  `scope` TEXT NOT NULL,
  `normalized_scope` MEDIUMTEXT NOT NULL,
  `status` VARCHAR(16) NOT NULL,
  `evidence_status` VARCHAR(16) NULL,
  `gain` VARCHAR(16) NULL,
  `evidence_json` LONGTEXT NULL,
  `content_hash` VARCHAR(80) NULL,
  `bytes` INTEGER NULL,
  `error_code` VARCHAR(48) NULL,
  `error_message` TEXT NULL,
  `started_at` DATETIME(3) NOT NULL,
  `completed_at` DATETIME(3) NULL,

  UNIQUE INDEX `tool_invocation_ordinal`(`run_id`, `ordinal`),
  PRIMARY KEY (`invocation_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `budget_ledger` (
  `run_id` VARCHAR(40) NOT NULL,
  `seq` INTEGER NOT NULL,
  `at` DATETIME(3) NOT NULL,
  `resource` VARCHAR(16) NOT NULL,
  `movement` VARCHAR(16) NOT NULL,
  `amount` INTEGER NOT NULL,
  `call_id` VARCHAR(64) NOT NULL,
  `what` VARCHAR(191) NOT NULL,
  `balance` INTEGER NOT NULL,

  PRIMARY KEY (`run_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;
