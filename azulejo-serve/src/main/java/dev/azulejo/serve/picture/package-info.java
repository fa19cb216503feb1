/**
 * Pictures as they are sent: {@code FrameEncoder} finds out which tiles a client does not have and
 * encodes each as a {@code TileKind}, {@code TileSheet} puts many of them into one file, {@code
 * SentPicture} knows what the client shows. Knows nothing of scenes or sockets.
 */
package dev.azulejo.serve.picture;
