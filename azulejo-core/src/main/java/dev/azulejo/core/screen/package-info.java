/**
 * Regions of a target: how it is cut into tiles, and which of them are somebody's.
 *
 * <p>In: a target's size. Out: tiles by number and place. Knows nothing of what is drawn there.
 */
package dev.azulejo.core.screen;
