/**
 * How work of load time is dealt to several threads: {@link ParallelRows}. It knows nothing of what
 * is made.
 */
package dev.azulejo.scene.parallel;
