/**
 * Pictures of surroundings in, maps that light a scene out.
 *
 * <pre>
 *  .hdr ─▶ RadianceDecoder ─▶ Equirectangular ─▶ Prefilter ─▶ Environment: one texture of maps
 *  .exr ─▶ ExrDecoder ──────────────┘                        ▲
 *          EnvironmentCache ◀─▶ a folder of KeptMaps ────────┘
 * </pre>
 *
 * <ul>
 *   <li>{@link dev.azulejo.scene.environment.Environment}: for users; begin here.
 *   <li>{@code RadianceDecoder}: the Radiance format, a row at a time. Input is hostile: whatever
 *       the bytes are, the outcome is a picture or a message.
 *   <li>{@code ExrDecoder}: the OpenEXR format, a chunk at a time, as hostile: {@code ExrHeader}
 *       says what there is, {@code ExrUnpacking} unpacks it, with {@code ExrHuffman} and {@code
 *       ExrWavelet} where it must, and {@code ExrFile} has the bytes.
 *   <li>{@code Equirectangular}: radiance by longitude and latitude.
 *   <li>{@link dev.azulejo.scene.environment.EnvironmentCache}: keeps what was made of a picture.
 *   <li>{@code Prefilter}: what mirrors and matt surfaces receive of it, by roughness.
 * </ul>
 *
 * <p>Everything is made once, and nobody writes it any more. No bit depends on how many threads
 * help, or on the processor. Sources stand with the classes.
 */
package dev.azulejo.scene.environment;
