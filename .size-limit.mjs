import { firstLoadOf } from "./scripts/suite/first-load.mjs";

/** What a browser loads before a page can be used, as it comes over the wire. `npm test -- size` measures the built console. */
const limits = [
  { name: "/runs, first load", path: firstLoadOf("/(console)/runs/page"), gzip: true, limit: "240 kB" },
  { name: "/sign-in, first load", path: firstLoadOf("/(access)/sign-in/page"), gzip: true, limit: "200 kB" },
  {
    name: "/insights, first load",
    path: firstLoadOf("/(console)/insights/page"),
    gzip: true,
    limit: "250 kB",
  },
];

export default limits;
