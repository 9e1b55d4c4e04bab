import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownProxy, type ProxyName } from '../../../scripts/find-proxies.ts';

/** A file of `deploy` with an operator's changes. @throws when a text to replace is not in it */
function render(file: string, changes: [from: string, to: string][]): string {
  const text = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
  return changes.reduce((rendered, [from, to]) => {
    if (!rendered.includes(from)) throw new Error(`"${from}" is not in deploy/${file}`);
    return rendered.replaceAll(from, to);
  }, text);
}

interface Deployed {
  dir: string;
  port: number;
  nodes: [number, number];
  certificate: { key: string; cert: string };
}

/**
 * Arguments that run each proxy in the foreground with its file of `deploy`; all its output goes to `dir`.
 */
const prepare: Record<ProxyName, (deployed: Deployed) => string[]> = {
  nginx({ dir, port, nodes: [one, two] }) {
    const rendered = render('nginx.conf', [
      ['127.0.0.1:3001', `127.0.0.1:${one}`],
      ['127.0.0.1:3002', `127.0.0.1:${two}`],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['/etc/ssl/selvedge/fullchain.pem', join(dir, 'cert.pem')],
      ['/etc/ssl/selvedge/privkey.pem', join(dir, 'key.pem')],
    ]);
    writeFileSync(join(dir, 'site.conf'), rendered);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    );
    writeFileSync(
      join(dir, 'main.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${dir}/pid; error_log stderr error;
      events {} http { access_log off; ${places.join(' ')} include ${dir}/site.conf; }`,
    );
    return ['-p', dir, '-c', join(dir, 'main.conf'), '-e', 'stderr'];
  },
  haproxy({ dir, port, nodes: [one, two] }) {
    const rendered = render('haproxy.cfg', [
      ['127.0.0.1:3001', `127.0.0.1:${one}`],
      ['127.0.0.1:3002', `127.0.0.1:${two}`],
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['/etc/ssl/selvedge/both.pem', join(dir, 'both.pem')],
    ]);
    writeFileSync(join(dir, 'haproxy.cfg'), rendered);
    return ['-f', join(dir, 'haproxy.cfg'), '-db'];
  },
  caddy({ dir, port, nodes: [one, two] }) {
    // Without HTTP/3, for which Caddy would bind the UDP port that `freePort` holds.
    const servers = 'servers {\n\t\tprotocols h1 h2\n\t}';
    const own = `{\n\tadmin off\n\tauto_https disable_redirects\n\t${servers}\n}\n`;
    const rendered = render('Caddyfile', [
      ['127.0.0.1:3001', `127.0.0.1:${one}`],
      ['127.0.0.1:3002', `127.0.0.1:${two}`],
      [
        'shop.example.com {',
        `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${dir}/cert.pem ${dir}/key.pem`,
      ],
    ]);
    writeFileSync(join(dir, 'Caddyfile'), own + rendered);
    return ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

/** Starts one of the deployed proxies in front of two nodes. */
export async function startDeployedProxy(name: ProxyName, deployed: Deployed) {
  const { dir, port } = deployed;
  const { key, cert } = deployed.certificate;
  writeFileSync(join(dir, 'key.pem'), key);
  writeFileSync(join(dir, 'cert.pem'), cert);
  writeFileSync(join(dir, 'both.pem'), cert + key);
  const args = prepare[name](deployed);
  const child: ChildProcess = spawn(ownProxy(name) ?? name, args, {
    env: { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const killWithUs = () => void child.kill('SIGTERM');
  process.on('exit', killWithUs);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output}`);
    const response = await fetch(`https://localhost:${port}/api/ready`).catch(() => null);
    if (response?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    /** Everything it has written to stderr. */
    output: () => output,
    async stop() {
      process.off('exit', killWithUs);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
