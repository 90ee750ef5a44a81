-- The list of runs at a million: one code for the five filtered axes (lib/persistence/run-facet.ts), indexes that end in the run id, the terms of
-- each question, and rollups that are kept as runs end (lib/persistence/rollups). The group of triage and the origin of a rerun get their columns.

ALTER TABLE `diagnosis_run`
  ADD COLUMN `triage_group_id` VARCHAR(40) NULL,
  ADD COLUMN `origin_run_id` VARCHAR(40) NULL,
  ADD COLUMN `cancel_settled_ms` INTEGER NULL,
  ADD COLUMN `facet` INTEGER GENERATED ALWAYS AS (
    FIELD(`run_state`, 'RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'BUDGET_EXHAUSTED') * 10000
    + FIELD(`release_outcome`, 'SUCCESS', 'FALLBACK', 'FAILED', 'CANCELLED') * 1000
    + FIELD(`fallback_type`, 'MISSING_REQUIRED_CONTEXT', 'INSUFFICIENT_EVIDENCE', 'EVIDENCE_VALIDATION_FAILED', 'SEMANTIC_UNSUPPORTED', 'SEMANTIC_UNAVAILABLE') * 100
    + FIELD(`intent`, 'SYSTEM_CHAT', 'KNOWLEDGE_QUERY', 'DIAGNOSIS') * 10
    + FIELD(`stop_reason`, 'INFORMATION_SATURATED', 'PROGRESS_PROTOCOL_VIOLATED', 'BUDGET_LIMIT_REACHED')
  ) STORED;

ALTER TABLE `diagnosis_run`
  DROP INDEX `diagnosis_run_state`,
  DROP INDEX `diagnosis_run_outcome`,
  DROP INDEX `diagnosis_run_fallback`,
  DROP INDEX `diagnosis_run_intent`,
  DROP INDEX `diagnosis_run_stop_reason`,
  ADD INDEX `diagnosis_run_facet`(`facet`, `run_id`),
  ADD INDEX `diagnosis_run_session_facet`(`session_id`, `facet`, `run_id`),
  ADD INDEX `diagnosis_run_triage_runs`(`triage_group_id`, `run_id`, `facet`),
  ADD INDEX `diagnosis_run_narrow`(`run_id`, `facet`, `triage_group_id`),
  ADD INDEX `diagnosis_run_origin`(`origin_run_id`);

-- Terms are compared byte by byte.
CREATE TABLE `run_term` (
  `term` VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `run_id` VARCHAR(40) NOT NULL,

  PRIMARY KEY (`term`, `run_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

-- `bucket` counts hours since 1970-01-01T00:00Z; `bucket_hours` is 1 or 24.
CREATE TABLE `run_rollup` (
  `bucket_hours` INTEGER NOT NULL,
  `bucket` INTEGER NOT NULL,
  `facet` INTEGER NOT NULL,
  `model` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `runs` INTEGER NOT NULL,
  `input_tokens` BIGINT NOT NULL,
  `output_tokens` BIGINT NOT NULL,
  `agent_steps` BIGINT NOT NULL,
  `tool_calls` BIGINT NOT NULL,

  PRIMARY KEY (`bucket_hours`, `bucket`, `facet`, `model`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `run_histogram` (
  `bucket_hours` INTEGER NOT NULL,
  `bucket` INTEGER NOT NULL,
  `measure` VARCHAR(16) NOT NULL,
  `bin` INTEGER NOT NULL,
  `runs` INTEGER NOT NULL,
  `total` BIGINT NOT NULL,

  PRIMARY KEY (`bucket_hours`, `bucket`, `measure`, `bin`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

CREATE TABLE `tool_rollup` (
  `bucket_hours` INTEGER NOT NULL,
  `bucket` INTEGER NOT NULL,
  `tool` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `source` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `bin` INTEGER NOT NULL,
  `calls` INTEGER NOT NULL,
  `errors` INTEGER NOT NULL,
  `no_evidence` INTEGER NOT NULL,
  `total` BIGINT NOT NULL,

  PRIMARY KEY (`bucket_hours`, `bucket`, `tool`, `source`, `bin`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ENGINE = InnoDB;

-- What has ended so far; from here on each ending is counted as it is stored. Questions that are stored already have no terms.

INSERT INTO run_rollup (bucket_hours, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls) SELECT 1, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls FROM (SELECT ((LOCATE(SUBSTRING(run_id, 5, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 35184372088832 + (LOCATE(SUBSTRING(run_id, 6, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1099511627776 + (LOCATE(SUBSTRING(run_id, 7, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 34359738368 + (LOCATE(SUBSTRING(run_id, 8, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1073741824 + (LOCATE(SUBSTRING(run_id, 9, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 33554432 + (LOCATE(SUBSTRING(run_id, 10, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1048576 + (LOCATE(SUBSTRING(run_id, 11, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32768 + (LOCATE(SUBSTRING(run_id, 12, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1024 + (LOCATE(SUBSTRING(run_id, 13, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32 + (LOCATE(SUBSTRING(run_id, 14, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1) DIV 3600000 AS bucket, facet, model, COUNT(*) AS runs, SUM(input_tokens) AS input_tokens,
  SUM(output_tokens) AS output_tokens, SUM(agent_steps) AS agent_steps, SUM(tool_calls) AS tool_calls
  FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL GROUP BY 1, 2, 3) hourly;

INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total) SELECT 1, bucket, measure, bin, runs, total FROM (SELECT ((LOCATE(SUBSTRING(run_id, 5, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 35184372088832 + (LOCATE(SUBSTRING(run_id, 6, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1099511627776 + (LOCATE(SUBSTRING(run_id, 7, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 34359738368 + (LOCATE(SUBSTRING(run_id, 8, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1073741824 + (LOCATE(SUBSTRING(run_id, 9, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 33554432 + (LOCATE(SUBSTRING(run_id, 10, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1048576 + (LOCATE(SUBSTRING(run_id, 11, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32768 + (LOCATE(SUBSTRING(run_id, 12, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1024 + (LOCATE(SUBSTRING(run_id, 13, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32 + (LOCATE(SUBSTRING(run_id, 14, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1) DIV 3600000 AS bucket, 'duration' AS measure, INTERVAL(duration_ms - 1, 1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 750, 1000, 1500, 2500, 5000, 7500, 10000, 15000, 20000, 30000, 45000, 60000, 90000, 120000, 300000) AS bin,
  COUNT(*) AS runs, SUM(duration_ms) AS total
  FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL AND duration_ms IS NOT NULL GROUP BY 1, 2, 3) hourly;

INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total) SELECT 1, bucket, measure, bin, runs, total FROM (SELECT ((LOCATE(SUBSTRING(run_id, 5, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 35184372088832 + (LOCATE(SUBSTRING(run_id, 6, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1099511627776 + (LOCATE(SUBSTRING(run_id, 7, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 34359738368 + (LOCATE(SUBSTRING(run_id, 8, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1073741824 + (LOCATE(SUBSTRING(run_id, 9, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 33554432 + (LOCATE(SUBSTRING(run_id, 10, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1048576 + (LOCATE(SUBSTRING(run_id, 11, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32768 + (LOCATE(SUBSTRING(run_id, 12, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1024 + (LOCATE(SUBSTRING(run_id, 13, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32 + (LOCATE(SUBSTRING(run_id, 14, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1) DIV 3600000 AS bucket, 'cancel' AS measure, INTERVAL(cancel_settled_ms - 1, 1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 750, 1000, 1500, 2500, 5000, 7500, 10000, 15000, 20000, 30000, 45000, 60000, 90000, 120000, 300000) AS bin,
  COUNT(*) AS runs, SUM(cancel_settled_ms) AS total
  FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL AND cancel_settled_ms IS NOT NULL GROUP BY 1, 2, 3) hourly;

INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total) SELECT 1, bucket, measure, bin, runs, total FROM (SELECT ((LOCATE(SUBSTRING(run_id, 5, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 35184372088832 + (LOCATE(SUBSTRING(run_id, 6, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1099511627776 + (LOCATE(SUBSTRING(run_id, 7, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 34359738368 + (LOCATE(SUBSTRING(run_id, 8, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1073741824 + (LOCATE(SUBSTRING(run_id, 9, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 33554432 + (LOCATE(SUBSTRING(run_id, 10, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1048576 + (LOCATE(SUBSTRING(run_id, 11, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32768 + (LOCATE(SUBSTRING(run_id, 12, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1024 + (LOCATE(SUBSTRING(run_id, 13, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 32 + (LOCATE(SUBSTRING(run_id, 14, 1), '0123456789abcdefghjkmnpqrstvwxyz') - 1) * 1) DIV 3600000 AS bucket, 'budget' AS measure, INTERVAL(CAST(CEIL(budget_share * 100) AS SIGNED) - 1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100) AS bin,
  COUNT(*) AS runs, SUM(CAST(CEIL(budget_share * 100) AS SIGNED)) AS total
  FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL AND CAST(CEIL(budget_share * 100) AS SIGNED) IS NOT NULL GROUP BY 1, 2, 3) hourly;

INSERT INTO tool_rollup (bucket_hours, bucket, tool, source, bin, calls, errors, no_evidence, total) SELECT 1, bucket, tool, source, bin, calls, errors, no_evidence, total FROM (SELECT bucket, tool, source, bin, COUNT(*) AS calls, SUM(is_error) AS errors, SUM(is_empty) AS no_evidence,
  SUM(CASE bin WHEN -1 THEN 0 ELSE took_ms END) AS total
  FROM (
  SELECT TIMESTAMPDIFF(HOUR, '1970-01-01', started_at) AS bucket, tool, source, evidence_status = 'ERROR' AS is_error,
  evidence_status = 'NO_EVIDENCE' AS is_empty, GREATEST(0, TIMESTAMPDIFF(MICROSECOND, started_at, completed_at) DIV 1000) AS took_ms,
  CASE WHEN COALESCE(error_code, '') = 'PROCESS_LOST' THEN -1 ELSE INTERVAL(GREATEST(0, TIMESTAMPDIFF(MICROSECOND, started_at, completed_at) DIV 1000) - 1, 1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 750, 1000, 1500, 2500, 5000, 7500, 10000, 15000, 20000, 30000, 45000, 60000, 90000, 120000, 300000) END AS bin
  FROM tool_invocation WHERE status <> 'PROJECTING'
  ) ended GROUP BY 1, 2, 3, 4) hourly;

INSERT INTO run_rollup (bucket_hours, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls)
  SELECT 24, bucket DIV 24 * 24, facet, model, SUM(runs), SUM(input_tokens), SUM(output_tokens), SUM(agent_steps), SUM(tool_calls) FROM run_rollup WHERE bucket_hours = 1 GROUP BY 2, facet, model;

INSERT INTO run_rollup (bucket_hours, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls)
  SELECT 0, 0, facet, model, SUM(runs), SUM(input_tokens), SUM(output_tokens), SUM(agent_steps), SUM(tool_calls) FROM run_rollup WHERE bucket_hours = 1 GROUP BY 2, facet, model;

INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total)
  SELECT 24, bucket DIV 24 * 24, measure, bin, SUM(runs), SUM(total) FROM run_histogram WHERE bucket_hours = 1 GROUP BY 2, measure, bin;

INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total)
  SELECT 0, 0, measure, bin, SUM(runs), SUM(total) FROM run_histogram WHERE bucket_hours = 1 GROUP BY 2, measure, bin;

INSERT INTO tool_rollup (bucket_hours, bucket, tool, source, bin, calls, errors, no_evidence, total)
  SELECT 24, bucket DIV 24 * 24, tool, source, bin, SUM(calls), SUM(errors), SUM(no_evidence), SUM(total) FROM tool_rollup WHERE bucket_hours = 1 GROUP BY 2, tool, source, bin;

INSERT INTO tool_rollup (bucket_hours, bucket, tool, source, bin, calls, errors, no_evidence, total)
  SELECT 0, 0, tool, source, bin, SUM(calls), SUM(errors), SUM(no_evidence), SUM(total) FROM tool_rollup WHERE bucket_hours = 1 GROUP BY 2, tool, source, bin;
