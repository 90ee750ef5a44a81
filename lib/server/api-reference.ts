import "server-only";
import { openApiDocument } from "../openapi/openapi-document";
import { referenceView, type ReferenceView } from "../openapi/reference-view";

let view: ReferenceView | null = null;

/** The API as the reference page shows it; the same for everybody. */
export function apiReference(): ReferenceView {
  view ??= referenceView(openApiDocument());
  return view;
}
