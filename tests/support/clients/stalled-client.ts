// A separate program, to be stopped by signals (SIGSTOP): connects, reports that it has, and ignores what arrives.
import { io } from 'socket.io-client';

const [, , url, token] = process.argv;
const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: true });
// Reported once for each connection: `unread` comes again whenever another window of the person connects.
socket.on('connect', () => socket.once('unread', () => process.send?.('here')));
socket.on('disconnect', () => process.send?.('cut'));
