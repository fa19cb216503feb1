/**
 * What a user sets: numbers and names go in, immutable records come out, checked when they are
 * made. None of them changes a byte of a picture.
 *
 * <pre>
 *  DeviceOptions ─┬─ threads, window, tile size, kernels, path
 *                 ├─ EarlyZ     mode · update · parts · again · records
 *                 ├─ Reuse      mode · Tiles or Blocks · hash · storage · region · Limits
 *                 ├─ Throttle   mode · cap · engines · patches · floor, ceiling · Limits
 *                 ├─ Fine       lists, or batches of fine bins
 *                 └─ Group      GPUs · regions · pretests · pieces · Teamwork · Bins
 * </pre>
 *
 * <ul>
 *   <li>{@link DeviceOptions}: how a device works. Begin with {@link DeviceOptions#DEFAULT}.
 *   <li>{@link EarlyZ}: when early hierarchical Z works, and which parts of it.
 *   <li>{@link Reuse}: how tiles that come out as before are found.
 *   <li>{@link Throttle}: how many groups of patches may be in flight.
 *   <li>{@link Fine}: how triangles come to tiles.
 *   <li>{@link Group}: how several GPUs share a frame; {@link Bins}: how chiplets do.
 *   <li>{@link Ranges}: checks that the records share.
 * </ul>
 *
 * <p>A record with one thing changed comes from its {@code with} methods. Threads: any. Nothing
 * here works: decisions are in policy, mechanisms in the packages of the pipeline, none of which
 * may be imported; allowed are shader (which kernels) and command (a rectangle). Sources stand with
 * the packages that work.
 */
package dev.azulejo.core.options;
