-- How often a new process took a run over.

ALTER TABLE `diagnosis_run` ADD COLUMN `resumes` INTEGER NOT NULL DEFAULT 0;
