import { defineConfig } from "prisma/config";

/** Generating the client connects to nothing; the address only has to be there. */
const ADDRESS_FOR_GENERATE = "mysql://interlock@127.0.0.1:3306/interlock";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? ADDRESS_FOR_GENERATE },
});
