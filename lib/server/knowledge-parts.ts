/** Knowledge, wired: the library over files and store, with the statement policy of the data sources. */
import { checkStatement } from "../datasources/policy/statement-policy";
import { KnowledgeLibrary } from "../knowledge/knowledge-library";
import type { StatementRules } from "../knowledge/read-entry-text";
import { PrismaKnowledgeStore } from "../persistence/knowledge-store";
import type { createPrismaClient } from "../persistence/prisma-client";
import type { InterlockEnvironment } from "./environment";
import { systemClock } from "./system-ports";

export function readLibrary(
  database: ReturnType<typeof createPrismaClient>,
  environment: InterlockEnvironment,
): Promise<KnowledgeLibrary> {
  const { playbooksDir, documentsDirs, sources } = environment;
  return KnowledgeLibrary.read(
    { playbooksDir, documentsDirs },
    {
      store: new PrismaKnowledgeStore(database),
      rules: statementRules(sources.map(({ name }) => name)),
      now: () => systemClock.now(),
    },
  );
}

function statementRules(sourceNames: readonly string[]): StatementRules {
  return {
    sourceNames,
    refuse(statement) {
      const answer = checkStatement(statement);
      return answer.ok ? answer.statement.question.refusal : answer.reason;
    },
  };
}
