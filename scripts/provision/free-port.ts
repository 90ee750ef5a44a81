import { createServer } from "node:net";

/** Whether a port can be listened on at this address. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return listenOnce(port, host).then((listened) => listened !== undefined);
}

/** A port that is free now at 127.0.0.1, chosen by the operating system. */
export async function chooseFreePort(): Promise<number> {
  const port = await listenOnce(0, "127.0.0.1");
  if (port === undefined) throw new Error("the operating system gave no free port at 127.0.0.1");
  return port;
}

function listenOnce(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error) => {
      const code = "code" in error ? error.code : undefined;
      if (code === "EADDRINUSE" || code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}
