-- Who held the store last: one row, written by each process that takes it.

CREATE TABLE `store_holder` (
  `id` INTEGER NOT NULL,
  `holder_id` VARCHAR(64) NOT NULL,
  `since` DATETIME(3) NOT NULL,

  PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;
