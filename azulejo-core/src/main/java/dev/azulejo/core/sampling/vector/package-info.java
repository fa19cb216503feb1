/** The Vector API twin of texture sampling: the same bits as the definition. */
package dev.azulejo.core.sampling.vector;
