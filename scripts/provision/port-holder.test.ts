import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { chooseFreePort, isPortFree } from "./free-port";
import { findPortHolder } from "./port-holder";

describe("a port", () => {
  let server: Server | undefined;
  afterEach(
    () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))),
  );

  it("is free, then taken, by a process that can be named", async () => {
    const port = await chooseFreePort();
    expect(await isPortFree(port)).toBe(true);
    expect(await findPortHolder(port)).toBeUndefined();

    server = createServer();
    await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
    expect(await isPortFree(port)).toBe(false);
    expect(await findPortHolder(port)).toMatchObject({
      pid: process.pid,
      command: expect.stringContaining("node") as unknown,
    });
  });
});
