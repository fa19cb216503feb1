/**
 * Is a tile the same as last time? Then its pixels are kept: characterisations of what goes into a
 * tile, their storage from render to render, and the tests that compare them.
 */
package dev.azulejo.core.reuse;
