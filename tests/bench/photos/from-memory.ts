import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The baseline for photos, run as a child process: node:http alone, which sends one file from memory.
const { PORT, FILE = '' } = process.env;
const bytes = readFileSync(FILE);
createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': bytes.length });
  response.end(bytes);
}).listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
