/**
 * Names of things that a text speaks of: "gateway hydra", "ledger-sync-api", "PayRouter", 网关 hydra. A name has no digit that a figure could be
 * looked for by, so it is known by its place beside the word for what it names, or by its form. A name without either is SemanticGuard's question.
 */
import { foldText, normaliseText } from "./figures/normalise-text";

/** Words for what has a name, in English, German, Spanish, Portuguese, French and Italian. */
const KIND =
  "gateways?|microservices?|services?|hosts?|servers?|databases?|schemas?|tables?|queues?|topics?|clusters?|nodes?|pods?|containers?|providers?|vendors?|banks?|merchants?|tenants?|customers?|users?|accounts?|replicas?|workers?|processors?|acquirers?|partners?|suppliers?|carriers?|apps?|applications?|instances?|machines?|dienst|datenbank|tabelle|kunde|benutzer|anbieter|pasarela|servicio|servidor|tabla|cliente|proveedor|passerelle|serveur|fournisseur|banco|banque|servizio|tabella|fornitore";
/** What stands behind such a word and names nothing: words of grammar, and the commonest words of the trade. */
const PLAIN = new Set(
  (
    "a an the and or nor but so as at by for from in into of off on onto out over per than to up via with within without about above across after again against all along already also although always am any are aren't be because been before being below between both can can't cannot could did didn't do does doesn't done down during each either else enough even ever every few first get gets goes got had has have having he her here how however i if instead is isn't it its itself just last later least left less let like likely made make makes many may me might more most much must my near neither never new next no none not nothing now often once one only other others our own rather really same several shall she should since some still such take takes than that that's the their them themselves then there these they this those though through thus too two under unless until upon us usually very was wasn't we were weren't what when where whether which while who whom whose why will won't would yes yet you your " +
    "admin admins administrator administrators app application applications cluster clusters container containers department departments engineer engineers host hosts machine machines manager managers node nodes operations pod pods processor processors topic topics vendor vendors " +
    "access accepts account accounts activity adds alone answers api approves assigned availability backlog backup backups balance behaves behind belongs blocks breaks buffer bytes cache calls capacity causes certificate change changed changes charges check checks client clients clock closes code codes column columns comes complain complains complaint complaints config configuration connection connections connects consumer consumers contains contract count counters counts cpu crashes credentials creates dashboard data database deadlocks declines definition definitions delay delays deploy deploys deployed deployment deployments depth details died disk does down drops emails endpoint endpoints ends entries entry error errors event events exists exits export fail failed failing failover fails failure failures faults fee fees file files finds gateway gave gives grants groups grow growing growth grows handles hangs health healthy held helps hit hits history holds id ids idle import imports incident incidents index indexes instance instances integration is issue issues itself job jobs keeps key keys knows lag lags latency leak leaks level library limit limits link list load loads lock locks log logged logging logs long looks loses lost maintenance matches means memory message messages metadata metric metrics migration migrations monitor monitoring name named names need needs network nobody number numbers occur offers offline once open opens operate operator operators order orders outage outages outgrows owner owners owns page pages partition password pay payment payments payout payouts peak performance permission permissions plan plans policy pool pools port preferences problem problems process processes producer profile provider queries query queue quota rate rates reach reads receives recent recorded records recover recovers recovery refund refunds refuse refuses refused registry reject rejects rejected relation release releases reload replica replicas report reports request requests respond responds response responses responsible restart restarted restarts retention retries retry return returns role rollback rollout rotates row rows run running runs scan scans schema script see sees selection send sends sent serve server servers serves service services session sessions setting settings setup shard shards share shares shows side sides sign size sizes slow slowest snapshot source spike start started starts stat state statement statements statistics stats status stay stays step stop stopped stops storage store stores structure succeeds support switch table tables team teams term test thread threads throws time timed timeout timeouts times token tokens took touch touches traffic transaction transactions tries type types upgrade upgrades uptime url usage use used uses using value values version versions volume wait waiting waits window work worker workers works write writes wrote " +
    "aber als am an auf aus bei bis das dass dem den der des die durch ein eine einem einen einer es für hat haben hinter ich ihr im in ist kann mit nach nicht noch nur ob oder sich sie sind so über um und unter vom von vor war waren was weil wenn wer werden wie wird wo wurde wurden zu zum zur zwischen fällt antwortet meldet lehnt läuft " +
    "a al ante como con cuando de del desde donde el en entre era es esta este está están fue ha han hasta la las lo los más no o para pero por porque que se si sin sobre son su sus un una y ya falla responde rechaza em não na no nas nos ao dos das do da foi são um uma ou mas quando onde para pelo pela " +
    "au aux avec ce ces cette dans depuis des dont du elle en est et était il ils la le les leur lui mais ne ou où par pas pour qu quand que qui sa sans se ses si son sont sur un une vers répond rejette refuse échoue à che chi con da dal dalla del della di e è ha il in la lo nel non per più quando si sono su tra un una "
  )
    .split(" ")
    .filter((word) => word !== ""),
);
const PLAIN_ENDING = /(?:ing|ed|ly|tions?|ments?|ity|ities|ness|able|ible|ous|ive|ful|less)$/u;
/** Products and protocols that an advice may name anywhere. */
const COMMON = new Set(
  "interlock mysql mariadb innodb myisam sql prometheus grafana kubernetes docker linux redis kafka nginx github gitlab jira slack http https tcp tls ssl dns json utc gmt monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english german french spanish chinese markdown mcp sleep binlog processlist explain analyze optimizer performance information show engine status kill select index api cpu io ok id url".split(
    " ",
  ),
);
const PRODUCTS = new Set(
  "pagerduty cloudwatch opsgenie mastercard paypal braintree worldpay youtube graphql openapi sqlalchemy proxysql rabbitmq elasticsearch alertmanager mongodb postgresql javascript typescript github gitlab mariadb".split(
    " ",
  ),
);
/** Departments, tools and card brands whose capital alone makes no claim; beside a word for a kind of thing they are names like any. */
const CAPITALS = new Set(
  "finance accounting support operations engineering security legal compliance marketing sales platform procurement treasury datadog pagerduty opsgenie cloudwatch stripe visa mastercard paypal adyen klarna amex braintree worldpay sentry splunk kibana elastic elasticsearch jaeger zipkin tempo loki alertmanager statuspage dynatrace terraform ansible jenkins helm istio envoy traefik haproxy proxysql percona galera aurora amazon google azure oracle microsoft cloudflare fastly confluence notion zendesk salesforce teams rabbitmq memcached postgres cassandra java python node rust spring hibernate rails django laravel php".split(
    " ",
  ),
);
const JOINED_NAME =
  /(?<![\p{L}\p{N}_./@-])(?:gw|db|svc|srv|app|k8s)-[\p{L}-]{2,}|(?<![\p{L}\p{N}_./@-])[\p{L}-]{2,}-(?:api|svc|service|worker|db|gateway|gw|proxy|router|server|queue|job|daemon|cache|broker|node|host|pod|cluster|app|prod|eu|us)(?![\p{L}\p{N}_-])/giu;
const CAMEL_NAME = /(?<![\p{L}\p{N}_])\p{Lu}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+(?![\p{L}\p{N}_])/gu;
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?:${KIND}) (?:(?:named|called|namens|llamad[oa]|nommée?|appelée?) )?["'“‘„«\x60]?(\p{L}[\p{L}\p{M}'-]{2,})`,
  "giu",
);
const HAN_NAMED = /[\p{Script=Han}][ "'“‘「]?([a-z][a-z-]{2,})(?![a-z0-9_-])/giu;
/** In the middle of a sentence, outside quotation marks. */
const CAPITALISED = /(?<=[\p{Ll}\p{N},] )(\p{Lu}\p{Ll}{2,}(?:-\p{L}+)*)(?![\p{L}\p{N}_])/gu;
/** German gives every noun a capital. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|von|mit|auf|für|den|dem|bei|wird|wurde|sind)(?!\p{L})/iu;

/** The words that a text may name, folded. */
export class KnownWords {
  private readonly words = new Set<string>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const word of foldText(text).match(/[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'-]*/gu) ?? []) {
        this.words.add(word);
        for (const part of word.split(/[_-]/u)) this.words.add(part);
      }
    }
  }

  has(word: string): boolean {
    const folded = foldText(word).replace(/'s$|'$|-$/u, "");
    return (
      this.words.has(folded) || this.words.has(folded.replace(/s$/u, "")) || this.words.has(`${folded}s`)
    );
  }
}

/** The first name of the text that is not among the known words; null when there is none. */
export function findUnknownName(text: string, known: KnownWords): string | null {
  const said = normaliseText(text);
  const named = [...said.matchAll(NAMED), ...said.matchAll(HAN_NAMED)].flatMap((found) => {
    const word = found[1] ?? "";
    return isPlain(word) ? [] : [word];
  });
  const formed = [...said.matchAll(JOINED_NAME), ...said.matchAll(CAMEL_NAME)].flatMap(([name]) =>
    COMMON.has(name.toLowerCase()) || PRODUCTS.has(name.toLowerCase()) ? [] : [name],
  );
  const capitalised = GERMAN.test(said)
    ? []
    : [...said.matchAll(CAPITALISED)].flatMap(([name]) =>
        isPlain(name) || CAPITALS.has(name.toLowerCase()) ? [] : [name],
      );
  return [...named, ...formed, ...capitalised].find((name) => !known.has(name)) ?? null;
}

function isPlain(word: string): boolean {
  const folded = foldText(word).replace(/'s$|'$/u, "");
  // A word in capitals is a keyword or an abbreviation.
  if (/^\p{Lu}+$/u.test(word)) return true;
  return PLAIN.has(folded) || COMMON.has(folded) || PLAIN_ENDING.test(folded);
}
