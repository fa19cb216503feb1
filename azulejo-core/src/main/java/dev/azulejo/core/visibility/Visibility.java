package dev.azulejo.core.visibility;

/** What is found out about a triangle before anything of it is rasterised. */
public enum Visibility {
    /** Some sample of it may be seen. */
    POSSIBLE,
    /** It lies behind something wherever it may cover a sample. */
    HIDDEN,
    /** It covers no sample. */
    NO_SAMPLE
}
