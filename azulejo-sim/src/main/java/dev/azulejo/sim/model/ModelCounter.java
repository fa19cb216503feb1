package dev.azulejo.sim.model;

/** What a simulation counts beside cycles, for each GPU. */
public enum ModelCounter {
    /** Chunks that went through geometry for this GPU's tiles. */
    CHUNKS_RENDERED("chunks rendered"),
    /** Those of them of which nothing touched its regions: no hint said so in time. */
    CHUNKS_FOR_NOTHING("chunks rendered for nothing"),
    /** Chunks left out because of a hint. */
    CHUNKS_HINTED("chunks left out by hints"),
    /** Chunks left out because early Z found nothing of them that is seen. */
    CHUNKS_HIDDEN("chunks left out by early Z"),
    /** Chunks pretested. */
    CHUNKS_PRETESTED("chunks pretested"),
    /** Chunks looked at in visibility phases. */
    CHUNKS_LOOKED("chunks looked at for visibility"),
    /** Those of them that were named by their bounds, or were out of sight by them. */
    CHUNKS_BY_BOUNDS("chunks looked at by their bounds alone"),
    /** Coarse bins rendered. */
    BINS("coarse bins rendered"),
    /** Bytes of visibility streams, whether they were sent or stayed. */
    STREAM_BYTES("bytes of visibility streams"),
    /** Hints that were sent, one to each other GPU, whether they came or not. */
    HINTS_SENT("hints sent"),
    /** Chunks whose turn came before their hint did. */
    HINTS_LATE("turns of chunks that came before their hint"),
    /** Hints that never came. */
    HINTS_LOST("hints lost"),
    /** Primitives that were assembled. */
    PRIMITIVES("primitives assembled"),
    /** Primitives that were set up for this GPU's tiles. */
    SET_UP("primitives set up"),
    /** Vertices that were placed. */
    VERTICES("vertices placed"),
    /** Groups of patches whose hull stage ran. */
    PATCH_GROUPS("groups of patches"),
    /** Patches that were not tessellated because their boxes lie elsewhere. */
    PATCHES_ELSEWHERE("patches left out because they lie elsewhere"),
    /** Windows in which they came, where the renderer's policy says so. */
    PATCH_WINDOWS("windows of groups of patches"),
    /** Bytes of hull stages' results that found no room and went to memory and back. */
    SPILLED("bytes spilled between hull and domain stage"),
    /** Groups of draw calls whose pictures were composed. */
    GROUPS_COMPOSED("groups of draw calls composed"),
    /** Entries of tiles' lists. */
    ENTRIES("entries of lists"),
    /** Visits to tiles that were drawn. */
    TILES_DRAWN("visits to tiles"),
    /** Tiles that kept their pixels. */
    TILES_REUSED("tiles reused"),
    /** Bytes of lists that were fetched for tiles that kept their pixels. */
    LISTS_FOR_NOTHING("bytes of lists fetched for nothing"),
    /** Fragments that were shaded. */
    FRAGMENTS("fragments shaded"),
    /** Operations of lanes, in hundreds. */
    HUNDRED_OPERATIONS("operations, hundreds"),
    /** Bytes of textures that a cache on the chip had. */
    CACHE_BYTES("bytes of textures from caches"),
    /** Bytes of commands; they enter through the first GPU. */
    HOST_BYTES("bytes of commands from the host"),
    /** Bytes sent to other GPUs. */
    LINK_BYTES("bytes sent to others"),
    /** Bytes to and from memory. */
    MEMORY_BYTES("bytes of memory");

    private final String words;

    ModelCounter(String words) {
        this.words = words;
    }

    /** Returns how reports call it. */
    public String words() {
        return words;
    }
}
