import { signInAddress } from "../contracts/safe-next";
import { leaveFor } from "./leave-for";

/** Signing in answers 401 itself. */
const SIGN_IN = "/api/session";

/** fetch of the page's own origin. A session that is over sends the reader to sign in, and back to the same page afterwards. */
export async function consoleFetch(input: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status === 401 && input !== SIGN_IN)
    leaveFor(signInAddress(`${location.pathname}${location.search}`));
  return response;
}
