// A separate program that the test freezes with SIGSTOP: connects, reports it, and ignores every event.
import { io } from 'socket.io-client';

const [, , url, token] = process.argv;
const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: true });
// Reported once per connection: `unread` is sent again whenever another window of the member connects.
socket.on('connect', () => socket.once('unread', () => process.send?.('here')));
socket.on('disconnect', () => process.send?.('cut'));
