// A program of its own: connects, joins and waits to be stopped by a signal. What arrives is not looked at.
import { io } from 'socket.io-client';

const [, , url, token] = process.argv;
const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: true });
// Told once for each connection: what is unread is told again whenever another window of the person comes.
socket.on('connect', () => socket.once('unread', () => process.send?.('here')));
socket.on('disconnect', () => process.send?.('cut'));
