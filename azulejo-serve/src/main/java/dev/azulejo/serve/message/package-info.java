/**
 * What a page says to the server, as bytes: {@code ClientMessage} is what can be said, {@code
 * Setting} what can be set by a number, {@code ClientCodec} writes and reads it, and whatever is no
 * message is a {@code MessageException}. Knows nothing of sessions, pictures or sockets.
 */
package dev.azulejo.serve.message;
