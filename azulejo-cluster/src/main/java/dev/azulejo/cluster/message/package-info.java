/**
 * What members of a cluster tell each other, and how it becomes bytes. Nothing here uses Java's own
 * serialisation.
 *
 * <ul>
 *   <li>{@link Message}: all kinds; {@link MessageCodec}: as bytes, with a limit to each length.
 *   <li>{@link ByteWriter}, {@link ByteReader}: numbers, text and lists; also for what goes inside
 *       of a message.
 *   <li>{@link CodecException}: bytes are no message; {@link OtherVersionException}: they are one
 *       of another version.
 * </ul>
 */
package dev.azulejo.cluster.message;
