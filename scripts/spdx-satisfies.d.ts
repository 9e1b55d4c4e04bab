declare module 'spdx-satisfies' {
  /** Whether an SPDX expression allows use under these licences. @throws if it is no such expression */
  export default function satisfies(expression: string, licences: string[]): boolean;
}
