/** Secrets, which may begin or end with a space. The name of each new one has to match. */
const AS_TYPED = /password/i;

/** The body of a call. What is typed is sent as the server stores it: without the space around it. */
export function jsonBody(body: unknown): string {
  return JSON.stringify(body, (field, value: unknown) =>
    typeof value === 'string' && !AS_TYPED.test(field) ? value.trim() : value,
  );
}
