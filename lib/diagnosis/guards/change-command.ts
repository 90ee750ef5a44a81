/** Commands that change data, settings or processes, in the form in which they can be run. */
import { normaliseText } from "./figures/normalise-text";

const NAME = String.raw`["'\x60]?[\p{L}_*<{$][\p{L}\p{N}_.$*>}"'\x60-]*`;
/** Words that follow in a sentence, and never as the object of a statement. */
const NO_OBJECT = String.raw`(?!(?:of|on|in|to|for|from|by|with|and|or|that|which|is|are|was|were|has|have|as|at|it|them|this|these)\b)`;
const COMMANDS: readonly RegExp[] = [
  // SQL, in any case: the words behind make it a statement.
  new RegExp(
    String.raw`\b(?:drop|truncate|alter|create(?: or replace)?|rename|lock|repair|optimize) (?:(?:unique|fulltext|temporary|global|online|offline) )*(?:table|database|schema|index|view|user|role|trigger|procedure|function|event|tablespace|column|partition|server)s? (?:if (?:not )?exists )?${NO_OBJECT}${NAME}`,
    "iu",
  ),
  new RegExp(
    String.raw`\bdelete(?: (?:low_priority|quick|ignore))* from ${NAME} ?(?:where|order|limit|;|$|[.!])`,
    "iu",
  ),
  new RegExp(String.raw`\b(?:insert|replace)(?: (?:ignore|low_priority|delayed))* into ${NAME}`, "iu"),
  new RegExp(String.raw`\bupdate (?:${NAME},? ?){1,3} set ${NAME} ?=`, "iu"),
  new RegExp(
    String.raw`(?:^|[:;,.] |\b(?:run|execute|then|and|use|issue|执行|运行) |["'\x60])truncate (?!table\b)${NO_OBJECT}${NAME}(?=["'\x60;.!]|$)`,
    "iu",
  ),
  /\binsert (?:into )?["'`]?[\p{L}_][\p{L}\p{N}_.]*["'`]?(?: ?\([^)]*\))? values?\b/iu,
  /\bstop (?:slave|group_replication)\b|\bstop replica\b(?=["'`;.!,)]|$| (?:for|on|and|io_thread|sql_thread))|\breset (?:persist|binary logs)\b|\bshutdown;|(?:^|["'`] ?|\b(?:run|execute|issue) )shutdown(?=["'`;.!]|$)/iu,
  /\bflush (?:hosts|logs|status|tables?|binary logs|user_resources|query cache|privileges|optimizer_costs)\b(?=["'`;.!,)]|$| (?:with|on|and|now|to)\b)|\bflush(?:all|db)\b/iu,
  /\bSTOP REPLICA\b|\bSHUTDOWN\b|\bFLUSH [A-Z]{3,}|\bCONFIG SET\b/u,
  /\btruncate (?!table\b)(?:["'`]?[\p{L}\p{N}]*_[\p{L}\p{N}_.]*|["'`][\p{L}\p{N}_.]+["'`])/iu,
  /\bset (?:global|session|persist(?:_only)?|@@[\w.]+|password)\b/iu,
  /\bgrant [a-z ,*]{1,60} on ["'`\p{L}\p{N}_.*]+ to ["'`\p{L}]/iu,
  /\brevoke [a-z ,*]{1,60} on ["'`\p{L}\p{N}_.*]+ from ["'`\p{L}]/iu,
  /\b(?:load data(?: local)? infile|into (?:outfile|dumpfile)|purge (?:binary|master) logs|reset (?:master|slave|replica|query cache)|change (?:master|replication source) to|flush (?:tables with read lock|privileges)|unlock tables|install plugin|call [\p{L}_][\p{L}\p{N}_.]*\()/iu,
  // In capitals the words alone are a statement: "DELETE FROM", "UPDATE payments".
  /\b(?:DROP|TRUNCATE|DELETE FROM|INSERT INTO|REPLACE INTO|ALTER) [\p{L}_`"'*]/u,
  /\bUPDATE (?!statements?\b|quer(?:y|ies)\b|locks?\b|on\b|of\b|and\b|or\b|that\b|which\b|is\b|was\b|privileges?\b|triggers?\b|traffic\b|rates?\b|in\b|with\b|waits?\b|holds?\b|takes?\b)[\p{L}_`"'*]/u,
  // Requests that change what they name
  /(?<![\p{L}\p{N}])(?:DELETE|PUT|POST|PATCH) (?:https?:\/)?\/[\p{L}\p{N}_{:]/u,
  // Shells and what they administer
  /(?<![\p{L}\p{N}_-])(?:rm [-–—]{1,2}\p{L}|find \S[^;|]{0,80} -(?:delete|exec)\b|(?:poweroff|halt)(?= -|["'`;.!]|$)|reboot(?= -|["'`;]))/iu,
  /(?<![\p{L}\p{N}_-])(?:kubectl|oc)(?: -{1,2}[\w-]+(?:[= ][^\s-]\S*)?){1,4} (?:delete|scale|apply|drain|cordon|rollout|exec|patch|edit|replace|set)\b|(?<![\p{L}\p{N}_-])docker-compose(?: -\S+(?: [^\s-]\S*)?){0,3} (?:rm|kill|stop|restart|down|exec|run|up)\b|(?<![\p{L}\p{N}_-])(?:docker|podman)(?: compose)?(?: -{1,2}\S+(?: [^\s-]\S*)?){1,3} (?:rm|kill|stop|restart|down|exec|run|system)\b|\b(?:helm|terraform)(?: -{1,2}[\w-]+(?:[= ][^\s-]\S*)?){1,4} (?:uninstall|rollback|upgrade|destroy|apply|delete|install)\b/iu,
  /(?<![\p{L}\p{N}_-])(?:sudo|doas) \S|(?<![\p{L}\p{N}_-])rm (?:-{1,2}[a-z-]+ ?)+|(?<![\p{L}\p{N}_-])(?:mkfs(?:\.\w+)?|dd if=|shutdown (?:-|now)|init [06]\b|kill(?:all)? -|pkill|killall|chmod |chown |truncate -|mysqladmin |mysql -|redis-cli |iptables |crontab -|reboot(?: now)?$)/iu,
  /(?<![\p{L}\p{N}_-])(?:systemctl|service) (?:stop|restart|disable|mask|kill|start|reload) \S|\bservice [\p{L}\p{N}_-]+ (?:stop|restart|start)\b|(?<![\p{L}\p{N}_-])(?:kubectl|oc) (?:delete|scale|apply|drain|cordon|rollout|exec|patch|edit|replace|set)\b|(?<![\p{L}\p{N}_-])(?:docker|podman)(?: compose)? (?:rm|kill|stop|restart|down|exec|run|system)\b|\b(?:helm|terraform) (?:uninstall|rollback|upgrade|destroy|apply|delete|install)\b|(?<![\p{L}\p{N}_-])(?:curl|wget) (?:-|http)|\bgit (?:push|reset|revert)\b|\|\s?(?:ba|z)?sh\b/iu,
];

/**
 * The first command of the text that would change something where it is run; null when there is none. Advice in plain words ("drop the index that
 * no statement uses") is no command, nor is KILL of a connection: it ends a statement and changes no stored data.
 */
export function findChangeCommand(text: string): string | null {
  const said = normaliseText(text.replace(/\/\*[\s\S]*?\*\//gu, " "));
  for (const command of COMMANDS) {
    const found = command.exec(said)?.[0].trim();
    if (found !== undefined) return found;
  }
  return null;
}
