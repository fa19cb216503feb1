package dev.azulejo.cli;

import dev.azulejo.scene.image.PictureFormat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Says which pictures are made of which models, and what they are called: the model's name, then
 * its size if there are several, then the number of the view if there are several.
 *
 * @param folder where pictures go
 * @param sizes of each model
 * @param cameras of each model; one may be null, for what the file says
 * @param format of the files
 * @param aovs what else is made of each
 */
record BatchPlan(
        Path folder, List<Size> sizes, List<String> cameras, PictureFormat format, Set<Aov> aovs) {
    /** Returns what is to be done. */
    List<BatchModel> of(List<String> models) {
        var names = BatchNames.of(models);
        var all = new ArrayList<BatchModel>(models.size());
        for (int i = 0; i < models.size(); i++) {
            all.add(new BatchModel(models.get(i), pictures(names.get(i))));
        }
        return all;
    }

    private List<BatchModel.Picture> pictures(String name) {
        var pictures = new ArrayList<BatchModel.Picture>();
        for (var size : sizes) {
            for (int view = 0; view < cameras.size(); view++) {
                String sized = sizes.size() > 1 ? name + "-" + size : name;
                String seen = cameras.size() > 1 ? sized + "-" + (view + 1) : sized;
                var file = folder.resolve(seen + "." + format.extension());
                pictures.add(
                        new BatchModel.Picture(
                                size, cameras.get(view), file, Aov.files(aovs, file)));
            }
        }
        return pictures;
    }
}
