/** JMH benchmarks: kernels with their scalar and vector twins side by side, and whole frames. */
package dev.azulejo.bench;
