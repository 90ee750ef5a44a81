import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitStatements } from "./split-statements";

describe("splitStatements", () => {
  it("splits at semicolons and drops empty statements", () => {
    expect(splitStatements("CREATE TABLE a (x INT);\n\n;INSERT INTO a VALUES (1)")).toEqual([
      "CREATE TABLE a (x INT)",
      "INSERT INTO a VALUES (1)",
    ]);
  });

  it("keeps semicolons in strings and quoted names", () => {
    const statement = `INSERT INTO \`a;b\` VALUES ('x;''y;', "z;\\";", 'it\\'s;')`;
    expect(splitStatements(`${statement}; SELECT 1;`)).toEqual([statement, "SELECT 1"]);
  });

  it("drops comments, with the semicolons and quotes in them", () => {
    expect(splitStatements("-- it's; one\nSELECT 1; # two;\n/* three; ' */ SELECT/**/2;")).toEqual([
      "SELECT 1",
      "SELECT 2",
    ]);
  });

  it("takes two dashes without a space for an operator and keeps executable comments", () => {
    expect(splitStatements("SELECT 1--1; /*!50000 SELECT 2 */; /*M!100000 SELECT 3 */")).toEqual([
      "SELECT 1--1",
      "/*!50000 SELECT 2 */",
      "/*M!100000 SELECT 3 */",
    ]);
  });

  it("gives back any quoted texts it was given", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (texts) => {
        const statements = texts.map((text) => `SELECT '${text.replace(/[\\']/g, "\\$&")}'`);
        expect(splitStatements(statements.join(";\n"))).toEqual(statements);
      }),
    );
  });
});
