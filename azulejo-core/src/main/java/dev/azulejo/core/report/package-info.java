/**
 * What a frame did: one enum constant per counter, per-worker counts, and the frame's report.
 *
 * <p>Stages add sums per batch to the {@link dev.azulejo.core.report.Counts} of their worker; the
 * device adds the workers in index order once a frame. Imports nothing.
 */
package dev.azulejo.core.report;
