package dev.azulejo.scene.render;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the draw calls of a scene, one for each primitive at a node, in the order in which they are
 * drawn. They stand nowhere yet.
 */
final class SceneItems {
    private static final BlendState NO_COLOR =
            new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);

    /** What hides what is behind it, or lets it be seen through itself: opaque, then masked. */
    final List<DrawItem> solid = new ArrayList<>();

    /** What is blended, in the order of the scene. */
    final List<DrawItem> blended = new ArrayList<>();

    /** What each draw call shows, in the order of their numbers. */
    final List<SurfaceImage.Part> parts = new ArrayList<>();

    /** What the ground mirrors, 0..1, or {@link Material#NO_GROUND}. */
    final float mirror;

    private final Scene scene;
    private final RenderSettings settings;
    private final RenderTarget target;
    private final MaterialBinding materials;

    /** Whether a light casts shadows. */
    private final boolean casts;

    /** Of another picture, by what is shown and the node that shows it. */
    private final Map<Primitive, Map<Integer, DrawItem>> others = new IdentityHashMap<>();

    private DrawItem rectangle;

    /**
     * Makes them.
     *
     * @param scene what is drawn
     * @param settings of the picture
     * @param target what is painted
     * @param materials binds materials
     * @param casts whether a light casts shadows
     * @param uploads what draw calls share
     * @param others opaque and masked draw calls of a picture that is drawn in turn with this one's
     *     and shares what is written of the light's view; empty for none
     */
    SceneItems(
            Scene scene,
            RenderSettings settings,
            RenderTarget target,
            MaterialBinding materials,
            boolean casts,
            Uploads uploads,
            List<DrawItem> others) {
        this.scene = scene;
        this.settings = settings;
        this.target = target;
        this.materials = materials;
        this.casts = casts;
        for (var item : others) {
            this.others
                    .computeIfAbsent(item.primitive(), p -> new HashMap<>())
                    .put(item.node, item);
        }
        mirror = groundMirror();
        boolean mirrors = mirror > 0;
        for (int n : scene.worldTransforms().visitOrder()) {
            var node = scene.nodes().get(n);
            if (node.mesh() < 0) {
                continue;
            }
            var mesh = scene.meshes().get(node.mesh());
            for (var primitive : mesh.primitives()) {
                if (primitive.elementCount() != 0) {
                    uploads.goOn();
                    add(n, mesh, primitive, node.isSkinned(primitive), mirrors, uploads);
                }
            }
        }
        // Opaque before masked: cheap fragments first
        solid.sort((a, b) -> a.alphaMode.compareTo(b.alphaMode));
        for (int i = 0; i < blended.size(); i++) {
            blended.get(i).place = i;
        }
    }

    /** The draw call of the ground that is drawn as one; null if none is. */
    DrawItem rectangle() {
        return rectangle;
    }

    /**
     * Returns what the scene's first ground mirrors, 0..1, or {@link Material#NO_GROUND} if there
     * is none, or none that is more than its contact shadow.
     */
    private float groundMirror() {
        for (int n : scene.worldTransforms().visitOrder()) {
            int mesh = scene.nodes().get(n).mesh();
            for (var primitive :
                    mesh < 0 ? List.<Primitive>of() : scene.meshes().get(mesh).primitives()) {
                if (isGround(primitive)) {
                    return scene.materials().get(primitive.material()).groundMirror();
                }
            }
        }
        return Material.NO_GROUND;
    }

    private boolean isGround(Primitive primitive) {
        if (!settings.output().isColored() || primitive.material() < 0) {
            return false;
        }
        var material = scene.materials().get(primitive.material());
        return material.isGround()
                && (material.groundMirror() > 0 || casts)
                && SceneTextures.usable(scene, material.baseColorTexture())
                && Ground.isRectangle(primitive);
    }

    private void add(
            int node,
            Mesh of,
            Primitive primitive,
            boolean skinned,
            boolean mirrors,
            Uploads uploads) {
        boolean deforms = DrawItem.deforms(primitive, skinned);
        var mesh = uploads.mesh(of, primitive, deforms);
        var material =
                primitive.material() < 0
                        ? Material.DEFAULT
                        : scene.materials().get(primitive.material());
        boolean surface = primitive.topology().isTriangles() || primitive.topology().isPatches();
        boolean shatters = settings.shatter() > 0 && surface;
        var bound =
                materials.bind(
                        primitive.material(), primitive.vertices(), mesh.patches(), shatters);
        boolean blends = material.alphaMode() == Material.AlphaMode.BLEND;
        float pointSize = DrawnSizes.pointSize(settings);
        var pipeline =
                PipelineState.builder(bound.program())
                        .attributes(mesh.attributes())
                        .topology(mesh.topology())
                        // What is taken apart shows its back
                        .cullMode(
                                material.doubleSided() || shatters ? CullMode.NONE : CullMode.BACK)
                        .depth(blends ? DepthState.LESS_EQUAL_READ_ONLY : DepthState.LESS)
                        .blend(
                                settings.output() == RenderSettings.Output.DEPTH_ONLY
                                        ? NO_COLOR
                                        : blends ? BlendState.ALPHA : BlendState.OPAQUE)
                        .pointShape(DrawnSizes.pointShape(pointSize))
                        .sizes(pointSize, DrawnSizes.lineWidth(settings, target.samples()))
                        .patchControlPoints(mesh.patches().controlPoints())
                        .alphaToCoverage(bound.program().writesCoverage() && target.samples() > 1)
                        .build();
        boolean castsOne = casts && !blends && surface && !bound.transmits();
        boolean grounds = rectangle == null && isGround(primitive);
        var item =
                new DrawItem(
                        node,
                        skinned,
                        new DrawItem.Shape(
                                primitive,
                                uploads.shape(of, primitive),
                                mesh,
                                uploads.heights(primitive),
                                uploads.points(primitive, mesh, deforms)),
                        new DrawItem.Look(bound, material.alphaMode(), pipeline),
                        new DrawItem.Passes(settings.views(), mirrors && !grounds, castsOne),
                        others.getOrDefault(primitive, Map.of()).get(node));
        rectangle = grounds ? item : rectangle;
        if (settings.output() == RenderSettings.Output.SURFACE) {
            number(item, new SurfaceImage.Part(node, of, primitive));
        }
        (blends ? blended : solid).add(item);
    }

    private void number(DrawItem item, SurfaceImage.Part part) {
        if (parts.size() == SurfaceImage.MOST_PARTS) {
            throw new SceneException(
                    "%s: has more than %,d parts, which cannot be told apart"
                            .formatted(scene.asset().source(), SurfaceImage.MOST_PARTS));
        }
        parts.add(part);
        item.number(parts.size());
    }
}
