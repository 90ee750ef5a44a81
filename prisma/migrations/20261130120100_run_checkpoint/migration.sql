-- What a run is resumed from: one row per context id, gone when the run is retired. Ids are compared byte by byte.

CREATE TABLE `run_checkpoint` (
  `context_id` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `run_id` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `value_json` LONGTEXT NOT NULL,
  `saved_at` DATETIME(3) NOT NULL,
  `ending_context` VARCHAR(16) NULL,
  `ending_delivery` VARCHAR(16) NULL,

  INDEX `run_checkpoint_run`(`run_id`),
  PRIMARY KEY (`context_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;
