/** Every route of the API asks who is there, and what they may do. A route that is added is among them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleMay, Role } from "../contracts/access";
import { API_ROUTES, type ApiRoute, type RouteEntry } from "../http/api-routes";
import { createTestToken } from "./testing/test-token";
import { startTestServer, type TestServer } from "./testing/http-server";
import { World, type Served } from "./testing/world";
import { createScriptedModel } from "../diagnosis/testing/scripted-model";

const OPEN = ["POST /api/session", "GET /api/health", "GET /api/ready"];
const APP = join(import.meta.dirname, "../../app");
const routes = Object.keys(API_ROUTES).filter((key): key is ApiRoute => key in API_ROUTES);
const entryOf = (route: ApiRoute): RouteEntry => API_ROUTES[route];
const addressOf = (route: ApiRoute) =>
  (route.split(" ")[1] ?? "").replaceAll(/\[[^\]]+\]/g, "run_00000000000000000000000000");

let world: World;
let served: Served;
let bare: TestServer;
beforeAll(async () => {
  world = await World.open();
  served = await world.serve(createScriptedModel({}));
  bare = await startTestServer(served.interlock, null);
});
afterAll(async () => {
  await bare.close();
  await served.close();
  await world.close();
});

function ask(route: ApiRoute, headers: Record<string, string> = {}): Promise<Response> {
  const [method = ""] = route.split(" ");
  return fetch(`${bare.baseUrl}${addressOf(route)}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
}

function filesNamed(name: string): string[] {
  return readdirSync(APP, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.split(sep).at(-1) === name,
  );
}

describe("without a principal", () => {
  it.each(routes.filter((route) => !OPEN.includes(route)))("%s is refused", async (route) => {
    for (const headers of [
      {},
      { authorization: "Bearer ilk_nope" },
      { cookie: "interlock.session_token=x.y" },
    ]) {
      const response = await ask(route, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: "UNAUTHENTICATED" });
    }
  });

  it("only what is named here is open", () => {
    expect(routes.filter((route) => entryOf(route).permission === "open").sort()).toEqual([...OPEN].sort());
  });

  it("readiness tells nobody what its parts are", async () => {
    const told = await (await fetch(`${served.baseUrl}/api/ready`)).text();
    const nobody = await (await fetch(`${bare.baseUrl}/api/ready`)).text();
    expect(nobody).toContain('"ready":true');
    expect(nobody).not.toBe(told);
    expect(nobody).not.toMatch(/scripted|shop|mysql/i);
  });
});

describe("each role", () => {
  it.each(Role.options)("%s is refused exactly what its role may not do", async (role) => {
    const token = await createTestToken(world.database.url, role, `a ${role}`);
    for (const route of routes) {
      const { permission } = entryOf(route);
      // A watch or a stream of a run that is not there, and bodies that are empty: nothing is started.
      const response = await ask(route, { authorization: `Bearer ${token}` });
      await response.body?.cancel();
      const isRefused = permission !== "open" && !roleMay(role, permission);
      if (isRefused) expect(response.status, route).toBe(403);
      else if (!route.includes("/api/session")) expect([401, 403], route).not.toContain(response.status);
    }
  });
});

describe("the files of app/", () => {
  it("bind every route, and nothing that is none", () => {
    const bound = filesNamed("route.ts").flatMap((path) => {
      const text = readFileSync(join(APP, path), "utf8");
      const address = `/${path.split(sep).slice(0, -1).join("/")}`;
      if (address === "/api/[...path]") {
        expect(text.match(/unknownApiRoute;/g)).toHaveLength(5);
        return [];
      }
      const handlers = [...text.matchAll(/^export (?:const|async function|function) (\w+)(.*)$/gm)];
      return handlers.flatMap(([, name = "", rest = ""]) => {
        if (name === "dynamic") return [];
        const route = /= apiRoute\("([^"]+)"\);$/.exec(rest)?.[1];
        expect(route, `${path}: ${name}`).toBe(`${name} ${address}`);
        return route ?? [];
      });
    });
    expect(bound.sort()).toEqual([...routes].sort());
  });

  it("every page asks for a permission before it shows anything", () => {
    const pages = filesNamed("page.tsx");
    expect(pages.length).toBeGreaterThan(6);
    for (const path of pages) {
      const text = readFileSync(join(APP, path), "utf8");
      const body = text.slice(text.indexOf("export default async function"));
      const first = path.startsWith(`(console)${sep}`)
        ? /^export default async function \w+\([^)]*\) \{\s+(const access = )?await requirePage\("/
        : path === join("(access)", "password", "page.tsx")
          ? /^export default async function \w+\([^)]*\) \{\s+const \{ [^}]+ \} = await requirePrincipal\(\);/
          : null;
      if (first === null) expect(path).toBe(join("(access)", "sign-in", "page.tsx"));
      else expect(body, path).toMatch(first);
    }
  });
});
