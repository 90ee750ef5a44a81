import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFolderAt, dataFolderPlace, prepareDataFolder } from "./data-folder";
import { loadSecrets } from "./secrets";
import { explainFileError, explainFileErrorIn, SetupProblem } from "./setup-problem";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "interlock-data-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function refusal(path: string, neededBytes = 0): Promise<SetupProblem> {
  try {
    await prepareDataFolder(dataFolderAt(path), neededBytes);
  } catch (error) {
    if (error instanceof SetupProblem) return error;
    throw error;
  }
  throw new Error(`${path} was taken`);
}

describe("prepareDataFolder", () => {
  it("makes the folder, those above it and those in it, and takes them again", async () => {
    const path = join(folder, "a", "b");
    await prepareDataFolder(dataFolderAt(path), 0);
    await prepareDataFolder(dataFolderAt(path), 0);
    await Promise.all(["c", "c", "c"].map((name) => prepareDataFolder(dataFolderAt(join(folder, name)), 0)));
  });

  it("takes a symbolic link to a folder", async () => {
    await mkdir(join(folder, "real"));
    await symlink(join(folder, "real"), join(folder, "link"));
    await prepareDataFolder(dataFolderAt(join(folder, "link")), 0);
  });

  it.each([
    ["it is a file", "file", "file"],
    ["a parent is a file", "file/a/b", "file"],
    ["its run folder is a file", "with-file", "with-file/run"],
  ])("says which path is in the way when %s", async (_, path, inTheWay) => {
    await writeFile(join(folder, "file"), "");
    await mkdir(join(folder, "with-file"));
    await writeFile(join(folder, "with-file", "run"), "");
    const { message, remedy } = await refusal(join(folder, path));
    expect(message).toBe(
      `The data folder ${join(folder, path)} cannot be used: ${join(folder, inTheWay)} is a file, not a folder.`,
    );
    expect(remedy).toContain("INTERLOCK_DATA_DIR");
  });

  it("says when a symbolic link leads nowhere", async () => {
    await symlink(join(folder, "gone"), join(folder, "link"));
    expect((await refusal(join(folder, "link", "data"))).message).toContain(
      `${join(folder, "link")} is a symbolic link to something that does not exist`,
    );
  });

  it("says when links go round and when a name is too long", async () => {
    await symlink(join(folder, "b"), join(folder, "a"));
    await symlink(join(folder, "a"), join(folder, "b"));
    expect((await refusal(join(folder, "a"))).message).toContain("ELOOP");
    expect((await refusal(join(folder, "x".repeat(300)))).message).toContain("ENAMETOOLONG");
  });

  it("says when there is no room", async () => {
    expect((await refusal(join(folder, "a"), 1e18)).message).toContain("MB are needed");
  });

  // Node's own recursive mkdir never comes back from there.
  it.runIf(process.platform === "linux")("comes back at once from where no folder can be made", async () => {
    for (const path of ["/proc/nope", "/proc/nope/a/b", "/proc/self/nope"]) {
      const { message, remedy } = await refusal(path);
      expect(message).toMatch(/cannot be used: .*\/proc/);
      expect(remedy).toContain("INTERLOCK_DATA_DIR");
    }
  });
});

function fileError(code: string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: said the system, ${syscall} '${path}'`), { code, syscall, path });
}

describe("explainFileError", () => {
  const explain = (code: string, syscall = "mkdir", path = join(folder, "a", "b")) =>
    explainFileError(fileError(code, syscall, path), dataFolderPlace(dataFolderAt(join(folder, "a"))));

  it.each([
    ["EROFS", "mkdir", /mounted read-only/],
    ["EACCES", "mkdir", /may not read or write/],
    ["EPERM", "open", /may not read or write/],
    ["EPERM", "link", /hard links/],
    ["ENOSPC", "write", /is full/],
    ["EDQUOT", "write", /is full/],
    ["ENOENT", "mkdir", /takes no new folders/],
    ["ENOENT", "open", /is missing/],
    ["EIO", "write", /EIO: said the system/],
  ])("explains %s of %s", async (code, syscall, text) => {
    const explained = await explain(code, syscall);
    expect(explained).toBeInstanceOf(SetupProblem);
    expect(explained).toMatchObject({ message: expect.stringMatching(text) as unknown });
  });

  it("names the nearest parent that exists", async () => {
    expect(await explain("EACCES")).toMatchObject({
      message: expect.stringContaining(`may not read or write ${folder}.`) as unknown,
    });
  });

  it("says when a file's place is taken by a folder", async () => {
    await mkdir(join(folder, "a", "b"), { recursive: true });
    expect(await explain("EISDIR", "read")).toMatchObject({
      message: expect.stringContaining(`${join(folder, "a", "b")} is a folder, not a file`) as unknown,
    });
  });

  it("leaves alone what is no file's error", async () => {
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" });
    const bug = new TypeError("a bug");
    const place = dataFolderPlace(dataFolderAt(folder));
    expect(await explainFileError(refused, place)).toBe(refused);
    expect(await explainFileError(bug, place)).toBe(bug);
  });

  it("knows a full disk also where the system names no path", async () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write" });
    const place = dataFolderPlace(dataFolderAt(folder));
    expect(await explainFileErrorIn(full, [place])).toMatchObject({
      message: expect.stringContaining(folder) as unknown,
    });
  });

  it("explains a folder where a record is to be", async () => {
    const path = join(folder, "secrets.json");
    await mkdir(path);
    const error: unknown = await loadSecrets(path).catch((thrown: unknown) => thrown);
    expect(await explainFileErrorIn(error, [dataFolderPlace(dataFolderAt(folder))])).toMatchObject({
      message: expect.stringContaining(`${path} is a folder, not a file`) as unknown,
    });
  });

  it("explains errors of a place's paths only", async () => {
    const place = dataFolderPlace(dataFolderAt(join(folder, "a")));
    const inside = fileError("EACCES", "open", join(folder, "a", "secrets.json"));
    const beside = fileError("EACCES", "open", join(folder, "a-b"));
    expect(await explainFileErrorIn(inside, [place])).toBeInstanceOf(SetupProblem);
    expect(await explainFileErrorIn(beside, [place])).toBe(beside);
  });
});
