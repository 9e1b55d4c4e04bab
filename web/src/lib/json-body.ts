/** Fields that are sent as they are typed. */
const AS_TYPED = /password/i;

/** The body of a call. What is typed is sent as the server stores it: without the space around it. */
export const jsonBody = (body: unknown): string =>
  JSON.stringify(body, (field, value: unknown) =>
    typeof value === 'string' && !AS_TYPED.test(field) ? value.trim() : value,
  );
