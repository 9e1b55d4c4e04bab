const SCRIPTS = ['alert(1)', 'alert`1`', 'top[/al/.source+/ert/.source](1)'];

const AROUND = [
  (js: string) => `<script>${js}</script>`,
  (js: string) => `</script><script>${js}</script>`,
  (js: string) => `"><script>${js}</script>`,
  (js: string) => `'><img src=x onerror=${js}>`,
  (js: string) => `</title><svg onload=${js}>`,
  (js: string) => `" onfocus=${js} autofocus x="`,
  (js: string) => `' onmouseover='${js}`,
  (js: string) => `--><script>${js}</script><!--`,
  (js: string) => `<!--<script>${js}`,
  (js: string) => `]]><script>${js}</script>`,
  (js: string) => `&lt;script&gt;${js}&lt;/script&gt;`,
  (js: string) => `</textarea></style><iframe srcdoc="<script>${js}</script>">`,
  (js: string) => `javascript:${js}`,
  (js: string) => `<base href=//evil.example><a href="javascript:${js}">`,
  (js: string) => `<meta http-equiv=refresh content="0;url=javascript:${js}">`,
  (js: string) => `\${${js}} {{${js}}} <%=${js}%>`,
  (js: string) => `\u2028${js}\u2029`,
  (js: string) => `<SCRIPT\n>${js}</SCRIPT\n>`,
];

/**
 * Texts that would run a script, break out of an attribute or fill a placeholder of the page if not escaped.
 */
export const PAYLOADS: readonly string[] = [
  ...AROUND.flatMap((wrap) => SCRIPTS.map(wrap)),
  '__NONCE__',
  '<!--__HEAD__-->',
  '"__PAGE_DATA__" "__INSTANCE__"',
  "$& $` $' $1 $$",
  '\\u003cscript\\u003e \\" \\\\',
  '&quot;&#39;&amp; &nbsp',
];
