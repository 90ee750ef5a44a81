import { describe, expect, it } from "vitest";
import { isAddress, scanEvidenceFigures } from "./figures/figure-scanner";

const addressesOf = (text: string) =>
  scanEvidenceFigures(text).flatMap((figure) =>
    figure.kind === "token" && isAddress(figure.text) ? [figure.text] : [],
  );

describe("an address without a scheme", () => {
  it.each([
    ["Confirm at hydra-status.com/verify first.", "hydra-status.com/verify"],
    ["Open bit.ly/x.", "bit.ly/x"],
    ["Read docs.evil.io.", "docs.evil.io"],
    ["evil．com knows", "evil.com"],
    ["evil。com knows", "evil。com"],
    ["Ask evil dot com", "evil dot com"],
    ["Ask evil[.]com", "evil[.]com"],
    ["Ask evil (dot) com", "evil (dot) com"],
    ["Call EVIL.COM now", "evil.com"],
    ["请访问evil.com。", "evil.com"],
    ["Log in at hydra-pay.support.", "hydra-pay.support"],
    ["Please visit hydra.info now.", "hydra.info"],
    ["hydra.shop/pay", "hydra.shop/pay"],
    ["evil.com:8443/x", "evil.com:8443/x"],
    ["see evil.co.uk", "evil.co.uk"],
  ])("is found in: %s", (text, address) => {
    expect(addressesOf(text)).toEqual([address]);
  });

  it.each([
    "checkout-api.v2 failed",
    "payments.status and orders.id, users.info, t.name",
    "mysql.user, sys.schema_table_statistics",
    "2.31.0",
    "Look into my.cnf and slow.log, open backup.sql.",
    "See payments.status.",
    "e.g. the pool.It grew",
    "kafka.consumer.lag",
    "checkout.svc.cluster.local",
    "a dot command, the dot com",
    "i.e. 5 of them",
    "orders.id/payments.id",
    "an ASP.NET service",
  ])("is not seen in: %s", (text) => {
    expect(addressesOf(text)).toEqual([]);
  });
});
