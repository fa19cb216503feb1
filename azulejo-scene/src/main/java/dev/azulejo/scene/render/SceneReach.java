package dev.azulejo.scene.render;

import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.WorldTransforms;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * How far a scene reaches as it stands now, and what a view shows of it. Looks at vertices when
 * asked for the first time after something moved.
 */
final class SceneReach {
    private final Scene scene;
    private final List<List<DrawItem>> items;

    /** Ends early what takes long. */
    private final Runnable goOn;

    /** How far triangles are moved, world units. */
    private float distance;

    private Pose pose;
    private WorldTransforms transforms;

    /** Which nodes count. */
    private IntPredicate counts;

    // Of the pose; null until somebody asks
    private Bounds bounds;
    private Silhouette silhouette;

    /** Whether the bounds are of what is not seen, or of nothing. */
    private boolean isEmpty;

    /** What grounds add to the silhouette. */
    private final List<GroundRim> rims = new ArrayList<>();

    /**
     * Makes one.
     *
     * @param scene the scene
     * @param items all that is drawn
     * @param goOn called every now and then; ends the work by an exception
     */
    SceneReach(Scene scene, List<List<DrawItem>> items, Runnable goOn) {
        this.scene = scene;
        this.items = items;
        this.goOn = goOn;
    }

    /**
     * Says that everything may have moved.
     *
     * @param newPose where it stands
     * @param places of its nodes
     * @param seen which nodes are; others do not count, unless none is
     */
    void moved(Pose newPose, WorldTransforms places, boolean[] seen) {
        pose = newPose;
        transforms = places;
        counts = n -> seen[n];
        bounds = null;
        silhouette = null;
    }

    /** Says how far triangles are moved, world units. */
    void spread(float moved) {
        distance = moved;
        bounds = null;
        silhouette = null;
    }

    Bounds bounds() {
        if (bounds == null) {
            bounds = transforms.bounds(scene, pose::weights, counts, goOn);
            isEmpty = bounds.isEmpty();
            if (isEmpty) {
                bounds = transforms.bounds(scene, pose::weights, n -> true, goOn);
            }
            if (distance > 0 && !bounds.isEmpty()) {
                var beside = Vec3.ONE.times(distance);
                bounds = new Bounds(bounds.min().minus(beside), bounds.max().plus(beside));
            }
        }
        return bounds;
    }

    /** As {@link SceneRenderer#showsNothing} has it. */
    boolean isEmpty() {
        bounds();
        return isEmpty;
    }

    /** As {@link SceneRenderer#showsEnough} has it. */
    boolean showsEnough(View view) {
        return new Sight(view).isEnough(model(), bounds(), goOn);
    }

    /** As {@link SceneRenderer#coverage} has it. */
    Coverage coverage(View view) {
        if (scene.sky() != null) {
            // No picture shows the whole of what lies under a sky
            return showsEnough(view) ? Coverage.WHOLE : Coverage.LITTLE;
        }
        return new Sight(view).coverage(model(), bounds(), goOn);
    }

    /** All but grounds. */
    private List<DrawItem> model() {
        return all().stream().filter(item -> !isUnderAll(item)).toList();
    }

    /** As {@link Silhouette#reach} has it; of a ground counts what is seen of it. */
    double[] along(double[] ways) {
        if (silhouette == null) {
            var whole = new ArrayList<DrawItem>();
            rims.clear();
            for (var item : all()) {
                var rim =
                        isUnderAll(item)
                                ? GroundRim.of(scene, item.primitive(), item.worldValues())
                                : null;
                if (rim == null) {
                    whole.add(item);
                } else {
                    rims.add(rim);
                }
            }
            silhouette = new Silhouette(whole, distance);
        }
        double[] reach = silhouette.reach(ways, goOn);
        rims.forEach(rim -> rim.extend(ways, reach));
        return reach;
    }

    /** Whether it is a ground, however that is drawn. */
    private boolean isUnderAll(DrawItem item) {
        int material = item.primitive().material();
        return material >= 0 && scene.materials().get(material).isGround();
    }

    private List<DrawItem> all() {
        var seen = items.stream().flatMap(List::stream).filter(i -> counts.test(i.node)).toList();
        return seen.isEmpty() ? items.stream().flatMap(List::stream).toList() : seen;
    }
}
