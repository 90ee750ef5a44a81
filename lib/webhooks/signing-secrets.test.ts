import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SecretBox } from "./secret-box";
import { newSigningSecret } from "./sign-message";
import {
  OVERLAP_MS,
  readSigningSecrets,
  rotateSecrets,
  secretsAt,
  writeSigningSecrets,
  type SigningSecrets,
} from "./signing-secrets";

/** What the column of a sealed secret holds, characters. */
const COLUMN = 191;
const AT = Date.UTC(2030, 0, 1);
const fresh = () => newSigningSecret((count) => randomBytes(count));
const alone = (current: string): SigningSecrets => ({ current, previous: null });

describe("signing secrets", () => {
  it("are read as they were written, one as well as two", () => {
    for (const secrets of [alone(fresh()), rotateSecrets(alone(fresh()), fresh(), AT)])
      expect(readSigningSecrets(writeSigningSecrets(secrets))).toEqual(secrets);
  });

  it("fit into the store when they are sealed, however late it is", () => {
    const box = new SecretBox("a key", (count) => randomBytes(count));
    const year2200 = Date.UTC(2200, 0, 1);
    const written = writeSigningSecrets(rotateSecrets(alone(fresh()), fresh(), year2200));
    expect(box.seal(written, "whk_1").length).toBeLessThanOrEqual(COLUMN);
  });

  it("are refused where the text is another", () => {
    for (const text of ["", "abc", "whsec_", "whsec_a b", "whsec_a b c", "whsec_a b 1 d", " whsec_a"])
      expect(readSigningSecrets(text), text).toBeNull();
  });

  it("sign both until the overlap is over, the current one first", () => {
    const [old, current] = [fresh(), fresh()];
    const rotated = rotateSecrets(alone(old), current, AT);
    expect(secretsAt(rotated, AT)).toEqual([current, old]);
    expect(secretsAt(rotated, AT + OVERLAP_MS - 1)).toEqual([current, old]);
    expect(secretsAt(rotated, AT + OVERLAP_MS)).toEqual([current]);
  });

  it("are two at most, and one after a rotation of what cannot be read", () => {
    const [first, second, third] = [fresh(), fresh(), fresh()];
    const twice = rotateSecrets(rotateSecrets(alone(first), second, AT), third, AT + 1);
    expect(secretsAt(twice, AT + 2)).toEqual([third, second]);
    expect(secretsAt(rotateSecrets(null, third, AT), AT)).toEqual([third]);
  });
});
