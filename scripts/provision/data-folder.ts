import { rm, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFolder } from "./make-folder";
import { explainFileError, SetupProblem, type WrittenFolder } from "./setup-problem";

/** The places in a data folder. */
export interface DataFolder {
  readonly root: string;
  /** Records of what runs, locks and sockets. */
  readonly run: string;
  readonly logs: string;
  readonly secrets: string;
  readonly mariadbData: string;
  /** A MariaDB that was unpacked here because none was installed. */
  readonly mariadbProgram: string;
  readonly dockerData: string;
}

const NEEDED_BYTES = 400_000_000;

export function dataFolderAt(path: string): DataFolder {
  const root = resolve(path);
  return {
    root,
    run: join(root, "run"),
    logs: join(root, "logs"),
    secrets: join(root, "secrets.json"),
    mariadbData: join(root, "mariadb"),
    mariadbProgram: join(root, "mariadb-program"),
    dockerData: join(root, "mariadb-docker"),
  };
}

/** For what is said when it cannot be written to. */
export function dataFolderPlace(folder: DataFolder): WrittenFolder {
  return {
    name: "The data folder",
    path: folder.root,
    another: "Set INTERLOCK_DATA_DIR to a folder that this user can write to",
  };
}

/** Makes the folder, and checks that it can be written to and that its disk has room. Throws SetupProblem. */
export async function prepareDataFolder(folder: DataFolder, neededBytes = NEEDED_BYTES): Promise<void> {
  const probe = join(folder.root, `.probe-${process.pid}`);
  try {
    for (const path of [folder.root, folder.run, folder.logs]) await makeFolder(path);
    await writeFile(probe, "probe");
    await rm(probe);
  } catch (error) {
    throw await explainFileError(error, dataFolderPlace(folder));
  }
  const { bavail, bsize } = await statfs(folder.root);
  const freeBytes = bavail * bsize;
  if (freeBytes < neededBytes) {
    throw new SetupProblem(
      `The disk of ${folder.root} has ${Math.floor(freeBytes / 1e6)} MB free, ${Math.ceil(neededBytes / 1e6)} MB are needed.`,
      "Free some space, or set INTERLOCK_DATA_DIR to a folder on another disk.",
    );
  }
}
