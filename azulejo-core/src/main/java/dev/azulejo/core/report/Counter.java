package dev.azulejo.core.report;

/** What a frame counts. Every constant is the number of the things its text names. */
public enum Counter {
    /** Draw calls executed (after masks), an instanced one counts once. */
    DRAWS("draw calls executed"),
    /** Commands that a GPU passed over, counted for each: by a mask, or a predicate. */
    COMMANDS_LEFT_OUT("commands left out by masks and predicates"),
    /** Instances drawn. */
    INSTANCES("instances drawn"),
    /** Pieces that draw calls were cut into for the workers. */
    CHUNKS("geometry chunks"),
    /** Commands in portions that the first of two passes read: a pretest needs them. */
    PRETEST_COMMANDS_READ("commands read in pretest passes"),
    /** Commands in portions that the first of two passes skipped. */
    PRETEST_COMMANDS_SKIPPED("commands skipped in pretest passes"),
    /** Chunks that were held against the regions of other GPUs. */
    PIECES_PRETESTED("pieces pretested"),
    /** Runs of the position part of a vertex stage in pretests. */
    PRETEST_POSITIONS("vertices whose position was shaded in a pretest"),
    /** Chunks that a GPU left out because a hint said that its regions are not touched. */
    PIECES_SKIPPED("pieces skipped by a hint"),
    /** Chunks that a GPU left out because their draw call is not for it. */
    PIECES_MASKED("pieces of draw calls for others"),
    /** Chunks that GPUs of a group processed. */
    PIECES_RENDERED("pieces rendered"),
    /** Of those, chunks that a GPU processed because no hint had come. */
    PIECES_UNKNOWN("pieces rendered without a hint"),
    /** Of those, chunks of which somebody makes a hint, which has not come in time. */
    PIECES_HINTED_LATE("pieces rendered before their hint came"),
    /** Chunks that a GPU of a group processed, and nothing of them touched its tiles. */
    PIECES_FOR_NOTHING("pieces rendered for nothing"),
    /** Chunks of which no hint was made because it would have cost more than it saves. */
    PIECES_NOT_WORTH_A_HINT("pieces not worth a hint"),
    /** Sets of pieces that were pretested ahead of rendering, one after the other. */
    PRETEST_SETS("sets of pieces pretested ahead"),
    /** Pieces that a GPU pretested though they had been dealt to another one. */
    PIECES_HANDED_OVER("pieces pretested for a GPU that was late"),
    /** Primitives of chunks rendered that a GPU left out because a hint said so. */
    PRIMITIVES_SPARED("primitives spared by a hint"),
    /**
     * Primitives that GPUs sent each other in sequential exchange, each once for each receiver that
     * needs it. Published systems send 12 bytes for one.
     */
    PRIMITIVES_SENT("primitives sent in sequential exchange"),
    /** Turns of others that GPUs waited for before they sent in sequential exchange. */
    EXCHANGE_STEPS("turns waited for in sequential exchange"),
    /**
     * Triangles that a GPU of a group set up and that touch none of its tiles, each once a GPU;
     * those that are hidden in its tiles are none.
     */
    TRIANGLES_FOR_NOTHING("triangles set up for nothing: in other GPUs' tiles"),
    /** Tiles that GPUs took over from one that was lost, and rendered anew, in the same phase. */
    TILES_TAKEN_OVER("tiles taken over from a lost GPU"),
    /** Groups of 16x16 pixels that came from GPUs in messages. */
    PIXEL_GROUPS("groups of pixels that came as messages"),
    /** Bytes of these messages. */
    PIXEL_BYTES("bytes of pixels that came as messages"),
    /** Times that all GPUs were asked for pixels and answered. */
    PIXEL_ROUNDS("rounds of asking for pixels"),
    /** Coarse bins that chiplets rendered from their visibility streams. */
    BINS_RENDERED("coarse bins rendered from visibility streams"),
    /** Coarse bins that took in everything because no stream had come. */
    BINS_WITHOUT_STREAM("coarse bins rendered without a visibility stream"),
    /** Coarse bins that were rendered anew because their chiplet was lost. */
    BINS_TAKEN_OVER("coarse bins taken over from a lost chiplet"),
    /** Visibility streams that were sent. */
    VISIBILITY_STREAMS("visibility streams sent"),
    /** Bytes of them. */
    VISIBILITY_BYTES("bytes of visibility streams"),
    /**
     * In each bin, chunks that streams name as a whole, since nobody told their primitives apart.
     */
    VISIBILITY_WHOLE("chunks named as a whole in a coarse bin"),
    /** Clusters that nobody placed, since all of their draw call lies in one bin. */
    VISIBILITY_BY_DRAW("clusters named by the bounds of their draw call"),
    /** Of the positions that were shaded, those in the visibility phase. */
    VISIBILITY_POSITIONS("vertices whose position was shaded to find out what is visible"),
    /** Of the varyings that were shaded, those in the visibility phase. */
    VISIBILITY_VARYINGS("vertices whose varyings were shaded to find out what is visible"),
    /** Messages between GPUs. */
    MESSAGES("messages sent to other GPUs"),
    /** Bytes of them. */
    MESSAGE_BYTES("bytes sent to other GPUs"),
    /** Vertices that were assembled and fetched for their positions, for one view or several. */
    VERTEX_FETCHES("vertices fetched for their positions"),
    /** Runs of the position part of a vertex stage. */
    VERTEX_POSITIONS("vertices whose position was shaded"),
    /** Runs of the varyings part of a vertex stage. */
    VERTEX_VARYINGS("vertices whose varyings were shaded"),
    /** Vertices of clusters that were dropped as a whole: not even their positions were shaded. */
    POSITIONS_NOT_SHADED("vertices of dropped clusters: position not shaded"),
    /** Vertices whose position was shaded, of which no triangle that is left needs varyings. */
    VARYINGS_NOT_SHADED("vertices whose varyings no triangle needed"),
    /** Groups of patches whose hull stage ran. */
    HULL_LAUNCHES("hull groups launched"),
    /** Of those, groups that limits refused, launched since there was less than the floor. */
    LAUNCHES_BELOW_FLOOR("hull groups launched below the floor, over a limit"),
    /** Of those launched, groups that limits refused above the floor, since all may fit. */
    LAUNCHES_PASSED_OVER("hull groups launched over a limit: all may fit"),
    /** Groups that had to wait because as many were in flight as thresholds or a cap allowed. */
    LAUNCHES_OVER_LIMIT("hull groups refused by a limit"),
    /** Groups that had to wait because of the ceiling alone. */
    LAUNCHES_OVER_CEILING("hull groups refused by the ceiling"),
    /** Groups that had to wait because no more chunks could be numbered. */
    LAUNCHES_OVER_CHUNKS("hull groups refused: chunks of a window"),
    /** Patches that ran the hull stage. */
    PATCHES("patches"),
    /** Patches dropped by an edge factor that is not above 0. */
    PATCHES_DROPPED("patches dropped by a factor"),
    /**
     * Patches left out because they cannot touch the GPU's part of the picture, those that a factor
     * drops not among them.
     */
    PATCHES_ELSEWHERE("patches that touch nothing of the GPU's"),
    /**
     * Clusters that a GPU with hints has placed and left out, hint or not: they cannot touch its
     * part of the picture.
     */
    CLUSTERS_ELSEWHERE("clusters that touch nothing of the GPU's"),
    /** Points of patches, each once: runs of the position part of a domain stage. */
    DOMAIN_POINTS("domain points whose position was shaded"),
    /** Runs of the varyings part of a domain stage. */
    DOMAIN_VARYINGS("domain points whose varyings were shaded"),
    /** Primitives that the tessellator made. */
    TESSELLATED_PRIMITIVES("primitives made by the tessellator"),
    /** Primitives that geometry stages made. */
    GEOMETRY_PRIMITIVES("primitives made by geometry stages"),
    /** Primitives assembled. */
    PRIMITIVES_IN("primitives assembled"),
    /** Primitives with a NaN or infinite position. */
    PRIMITIVES_NOT_FINITE("primitives dropped: position not finite"),
    /** Primitives wholly outside one plane of the view volume. */
    PRIMITIVES_OUTSIDE("primitives dropped: outside the view volume"),
    /** Primitives cut by the near or far plane or the guard band. */
    PRIMITIVES_CLIPPED("primitives cut by the near plane, far plane or guard band"),
    /** Triangles facing the culled way. */
    PRIMITIVES_CULLED_FACE("triangles dropped: facing away"),
    /** Of those, ones of parts of 64 that face away as a whole: no vertex of them was looked at. */
    PRIMITIVES_CULLED_TOGETHER("triangles of parts that face away as a whole"),
    /** Triangles without area after snapping. */
    PRIMITIVES_ZERO_AREA("triangles dropped: no area"),
    /**
     * Triangles whose bounds hold no sample position inside viewport, scissor and coarse bin, or
     * that are next to no pixels large and cover none ({@code TriangleCulling}).
     */
    PRIMITIVES_NO_SAMPLE("triangles dropped: no sample in bounds, or small and none covered"),
    /** Triangles set up for rasterisation. */
    TRIANGLES_SETUP("triangles set up"),
    /** Clusters of triangles whose bounds were placed in the window. */
    CLUSTERS_TESTED("clusters placed"),
    /** Of those, clusters that were placed along with the same cluster in another view. */
    CLUSTERS_PLACED_BESIDE("clusters placed beside another view"),
    /** Clusters that can show no sample. */
    CLUSTERS_OUTSIDE("clusters dropped: outside the view"),
    /** Primitives of clusters that can show no sample. */
    CLUSTER_PRIMITIVES_OUTSIDE("primitives dropped with clusters outside the view"),
    /** Clusters hidden as a whole. */
    CLUSTERS_HIDDEN("clusters dropped: hidden"),
    /** Primitives of clusters hidden as a whole. */
    CLUSTER_PRIMITIVES_HIDDEN("primitives dropped with hidden clusters"),
    /** Triangles found hidden as they were set up. */
    TRIANGLES_HIDDEN_BEFORE("triangles dropped: hidden, before the window"),
    /** Triangles found hidden when all of their epoch had been set up. */
    TRIANGLES_HIDDEN_AFTER("triangles dropped: hidden, after the window"),
    /** Triangles that the replay pipeline set up once more, because culling kept bits of them. */
    TRIANGLES_REPLAYED("triangles set up once more by the replay pipeline"),
    /** Triangles found hidden in full-resolution depth. */
    TRIANGLES_HIDDEN_FULL("triangles dropped: hidden, in full depth"),
    /**
     * Triangles that were set up, since their bounds hold a sample, and turned out to cover none
     * when they were tested again, or in full-resolution depth.
     */
    TRIANGLES_NO_SAMPLE("triangles dropped: no sample covered"),
    /** Tiles that a triangle touches but is hidden in. */
    TILE_ENTRIES_HIDDEN("triangle entries kept out of tile lists: hidden"),
    /** Triangles that the rasteriser skipped in a tile. */
    RASTER_HIDDEN("triangle entries skipped by the rasteriser: hidden"),
    /** 16x16 pixel groups that the rasteriser skipped. */
    RASTER_GROUPS_HIDDEN("16x16 groups skipped by the rasteriser: hidden"),
    /** 8x8 pixel groups that the rasteriser skipped, where the 16x16 group was not hidden. */
    RASTER_EIGHTS_HIDDEN("8x8 groups skipped by the rasteriser: hidden"),
    /** 4x4 blocks that the rasteriser skipped, where the 8x8 group was not hidden. */
    RASTER_BLOCKS_HIDDEN("4x4 blocks skipped by the rasteriser: hidden"),
    /** 2x2 pixel groups found hidden; the rasteriser skips blocks all of whose groups are. */
    RASTER_QUADS_HIDDEN("2x2 groups found hidden by the rasteriser"),
    /**
     * Questions put to the hierarchical depth structure: one a rectangle of a cluster, triangle or
     * tile, one a node where large triangles walk through it.
     */
    HIZ_READS("Hi-Z queries"),
    /** Groups of 64x64 and 16x16 pixels and blocks of the structure that were looked at. */
    HIZ_NODES("Hi-Z nodes visited"),
    /** Bytes of the structure that were read: nodes, layers, depths of pixels. */
    HIZ_BYTES_READ("Hi-Z bytes read"),
    /** Blocks and whole groups of the structure that have learnt something. */
    HIZ_WRITES("Hi-Z blocks and groups written"),
    /** Bytes of the structure that were written, without those of a reset. */
    HIZ_BYTES_WRITTEN("Hi-Z bytes written"),
    /** Runs of draw calls inside which order does not matter to occlusion. */
    EPOCHS("occlusion epochs"),
    /** Draw calls that early Z let pass untested. */
    DRAWS_UNTESTED("draw calls that early Z let pass"),
    /** Renders of which nothing had changed: not even their geometry was processed. */
    RENDERS_UNCHANGED("renders left out: nothing has changed"),
    /** Renders of which only the tiles that changed draw calls touch were looked at. */
    RENDERS_PARTIAL("renders of changed draw calls and what they touch"),
    /** Draw calls whose geometry was left out: they touch no changed one. */
    DRAWS_KEPT("draw calls left out: untouched by changed ones"),
    /** Renders that begin with what the target holds. */
    RENDERS_NOT_CLEARED("renders not compared: they do not clear"),
    /** Renders whose tiles are visited several times: a small window, or a drain. */
    RENDERS_WINDOWED("renders not compared: not all in one window"),
    /** Renders of more draw calls than the limit. */
    RENDERS_OVER_DRAWS("renders not compared: too many draw calls"),
    /** Renders with a draw call whose textures are too many to hash. */
    RENDERS_OVER_STATE("renders not compared: a draw call with too much state"),
    /** Renders of more blocks than the limit. */
    RENDERS_OVER_BLOCKS("renders not compared: too many blocks"),
    /** Renders whose tiles and blocks alone take more memory than allowed. */
    RENDERS_OVER_MEMORY("renders not compared: too much memory"),
    /** Renders into more targets, or parts of targets, than are remembered. */
    RENDERS_OVER_TARGETS("renders not compared: too many targets"),
    /** Partial renders whose blocks are others than those of the render before. */
    RENDERS_REBLOCKED("renders not compared: other blocks than before, in part unknown"),
    /** Renders in which reuse stood aside because it did not pay. */
    REUSE_ASIDE("renders in which tile reuse stood aside"),
    /** Tiles whose pixels stayed because no changed draw call touches them. */
    TILES_UNTOUCHED("tiles untouched by changed draw calls"),
    /** Tiles that had nothing on their lists last time either. */
    TILES_STILL_EMPTY("tiles still empty"),
    /** Tiles whose inputs were compared with those of the last render. */
    TILES_TESTED("tiles compared"),
    /** Tiles outside the region in which tiles are compared. */
    TILES_NOT_SELECTED("tiles not compared: outside the region"),
    /** Tiles with more primitives than the limit. */
    TILES_OVER_PRIMITIVES("tiles not compared: too many primitives"),
    /** Tiles with too much data for the memory allowed. */
    TILES_OVER_MEMORY("tiles not compared: too much data"),
    /** Tiles found different by the header. */
    TILES_ENDED_HEADER("tiles ended by the header"),
    /** Tiles found different by their programs. */
    TILES_ENDED_PROGRAMS("tiles ended by programs"),
    /** Tiles found different by which blocks touch them. */
    TILES_ENDED_MASKS("tiles ended by masks"),
    /** Tiles found different by their data. */
    TILES_ENDED_DATA("tiles ended by data"),
    /** Tiles whose pixels stayed. */
    TILES_REUSED("tiles reused"),
    /** Bytes of characterisations written. */
    REUSE_BYTES_WRITTEN("bytes written to characterise tiles"),
    /** Bytes of inputs of draw calls, now and before, that were compared before geometry. */
    REUSE_BYTES_READ_DRAWS("bytes read to compare draw calls"),
    /** Bytes read of what is known of each tile, now and before. */
    REUSE_BYTES_READ_HEADER("bytes read to compare tiles: header"),
    /** Bytes read of tiles' programs, now and before. */
    REUSE_BYTES_READ_PROGRAMS("bytes read to compare tiles: programs"),
    /** Bytes read of tiles' masks, now and before. */
    REUSE_BYTES_READ_MASKS("bytes read to compare tiles: masks"),
    /** Bytes read of tiles' or blocks' data, now and before, up to the first difference. */
    REUSE_BYTES_READ_DATA("bytes read to compare tiles: data"),
    /** Bytes copied from this render's characterisation to the last one's. */
    REUSE_BYTES_COPIED("bytes of characterisations copied"),
    /** Memory of the target's characterisations. */
    REUSE_MEMORY("bytes of memory for characterisations"),
    /**
     * Phases in which the rasteriser could have asked, but not in time: of several epochs, all of
     * which have been entered before the first tile. A structure that the rasteriser feeds is asked
     * there.
     */
    RASTER_TOO_LATE("phases of several epochs: too late for the rasteriser to ask"),
    /**
     * Phases in which triangles could have been asked about as they were put on lists of tiles, but
     * not in time: of several epochs, in sorting windows or with patches, so that all epochs have
     * been entered before.
     */
    LISTS_TOO_LATE("phases of several epochs: too late to ask for lists of tiles"),
    /**
     * Phases in which triangles could have been tested again, but not in time: of several epochs,
     * with patches and in sorting windows, so that all epochs have been entered before, or where
     * the rasteriser feeds the structure, which it does not with several epochs.
     */
    AGAIN_TOO_LATE("phases of several epochs: too late to test again"),
    /**
     * Times that culling had no record left, and went on when the chunks before had been replayed.
     */
    CULLING_STOPS("times that culling stopped for records"),
    /** Phases in which early Z stood aside. */
    EARLY_Z_ASIDE("phases in which early Z stood aside"),
    /** Times that the tiles were rendered because no more patches could be taken in. */
    DRAINS("drains: tiles rendered to take in more patches"),
    /** Sorting windows rendered. */
    WINDOWS("sorting windows"),
    /** Entries in the tiles' lists. */
    TILE_ENTRIES("triangle entries in tile lists"),
    /** Batches of triangles sorted into tiles, where they come in batches. */
    FINE_BATCHES("batches of triangles"),
    /** Of those, batches that were full. */
    FINE_BATCHES_FULL("batches ended: full"),
    /** Batches that had no room for another draw state. */
    FINE_BATCHES_STATES("batches ended: no room for a draw state"),
    /** Batches that ended before a triangle that depends on one in them. */
    FINE_BATCHES_DEPENDENT("batches ended: dependence"),
    /**
     * Tiles that were looked at to find the first or next one that a triangle of a batch touches.
     */
    FINE_STEPS("steps to the next tile in batches"),
    /** Tiles that had at least one entry, counted once a window. */
    TILES_RENDERED("tile visits"),
    /** Of those, visits of tiles that the phase had visited before. */
    TILES_REVISITED("tile visits after the first of a phase"),
    /** Entries in tile lists, of small triangles, that were drawn many at a time. */
    ENTRIES_TOGETHER("small triangles drawn together"),
    /** 4x4 pixel blocks in which coverage was computed. */
    BLOCKS_RASTERIZED("4x4 blocks rasterised"),
    /** Samples covered and depth-tested. */
    SAMPLES_TESTED("samples depth-tested"),
    /** Samples that passed the depth test. */
    SAMPLES_PASSED("samples passed"),
    /**
     * Samples of depth-tested triangles with a colour that were covered and not shaded: hidden,
     * drawn over before anything was shaded, or discarded.
     */
    SAMPLES_NOT_SHADED("samples covered and not shaded"),
    /** Fragments that ran the discard part of a fragment stage. */
    FRAGMENTS_DISCARD_TESTED("fragments tested for discard"),
    /** Fragments that ran the fragment stage. */
    FRAGMENTS_SHADED("fragments shaded"),
    /** Fragments merged into the tile by blending or in order. */
    FRAGMENTS_BLENDED("fragments blended"),
    /** Pixels resolved and written to the render target. */
    PIXELS_RESOLVED("pixels resolved");

    private final String text;

    Counter(String text) {
        this.text = text;
    }

    /** Returns what is counted, as a phrase for people. */
    public String text() {
        return text;
    }
}
