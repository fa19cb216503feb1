/** The Vector API twin of the shading kernels: the same bits as the definition. */
package dev.azulejo.scene.shading.vector;
