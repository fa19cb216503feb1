/**
 * The plain reference path: what every other setting must equal, byte for byte.
 *
 * <p>In: chunks of triangles that are set up. Out: pixels. One triangle after the other, one sample
 * after the other, 64-bit edge functions, each fragment shaded at once and merged at once; no
 * tiles, no deferral, no blocks. Written to be read; imported by the device alone.
 */
package dev.azulejo.core.reference;
