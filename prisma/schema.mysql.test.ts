/** The migrated database and the schema file must describe the same tables, column by column. */
import { readFileSync } from "node:fs";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../lib/persistence/testing/test-database";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

const NATIVE: Record<string, string> = {
  Int: "int",
  BigInt: "bigint",
  Boolean: "tinyint(1)",
  String: "varchar(191)",
};

/** Reads the few forms of line that our schema uses; a form it does not know is an error, not a silence. */
function columnsOfSchema(text: string): Column[] {
  const columns: Column[] = [];
  for (const [, body = ""] of text.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)) {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
    if (table === undefined) throw new Error("a model has no @@map");
    for (const line of body.split("\n")) {
      const field = /^ {2}(\w+)\s+(Int|BigInt|Boolean|String|Float|DateTime)(\?)?(?:\s+(.*))?$/.exec(line);
      if (field === null) {
        // A relation is no column; the columns that make it are fields of their own.
        if (/@relation|\[\]\s*$/.test(line)) continue;
        if (/^ {2}\w/.test(line)) throw new Error(`a line of the schema is of an unknown form: ${line}`);
        continue;
      }
      const [, name = "", type = "", optional, attributes = ""] = field;
      const column = /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name;
      const native = /@db\.(\w+)(\(\d+\))?/.exec(attributes);
      const typeText = native === null ? NATIVE[type] : `${native[1]?.toLowerCase()}${native[2] ?? ""}`;
      if (typeText === undefined) throw new Error(`${table}.${column} needs a native type`);
      columns.push({ table, column, type: typeText, nullable: optional === "?" });
    }
  }
  return columns;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("schema.prisma and the migrations agree on every column", async () => {
  const wanted = columnsOfSchema(readFileSync(new URL("./schema.prisma", import.meta.url), "utf8"));
  const connection = await createConnection({ uri: database.url });
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT table_name AS t, column_name AS c, column_type AS ty, is_nullable AS n
       FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name <> '_prisma_migrations'`,
  );
  await connection.end();
  const found: Column[] = rows.map((row) => ({
    table: String(row["t"]),
    column: String(row["c"]),
    // Display widths of integers are decoration and differ between servers.
    type: String(row["ty"])
      .toLowerCase()
      .replace(/^(int|bigint)\(\d+\)/, "$1"),
    nullable: row["n"] === "YES",
  }));
  const key = (column: Column) =>
    `${column.table}.${column.column} ${column.type}${column.nullable ? " null" : ""}`;
  expect(wanted.length).toBeGreaterThan(60);
  expect(found.map(key).sort()).toEqual(wanted.map(key).sort());
});
