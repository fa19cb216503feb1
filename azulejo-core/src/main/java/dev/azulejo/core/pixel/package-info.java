/**
 * What is visible gets shaded, merged and resolved; one tile at a time, one worker a tile.
 *
 * <p>In: a tile's list. Out: pixels of the render target.
 *
 * <pre>
 *   opaque triangles:    coverage, depth, id ──&gt; (all in) ──&gt; sort by triangle ─&gt; shade ─&gt; write
 *   discarding ones:     coverage, depth ─&gt; keep part ─&gt; depth, id ──&gt; as above
 *   blended ones:        what is visible so far is shaded; then coverage, depth ─&gt; queue ─&gt; shade ─&gt;
 *                        blend in order
 * </pre>
 *
 * <p>Deferral never shows: what a fragment shades depends on its pixel and triangle alone, and
 * colours meet the tile in submission order.
 */
package dev.azulejo.core.pixel;
