package dev.azulejo.core.shader;

/** Which twin of each kernel runs. Both give the same bits. */
public enum Kernels {
    /** Plain loops: the definition, and the faster one while the compiler is cold. */
    SCALAR,
    /** Vector API kernels at the machine's preferred width. */
    VECTOR
}
